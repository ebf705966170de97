import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { CommandPlan, Expression, SystemPlan } from '../../contracts/language/index.ts';

/** A change of how results are kept makes the old ones unreadable: this number then changes. */
const FORMAT = 2;

/** What every result depends on: the machine's kind, the Node that the commands will find, and the language and zone they see. */
export async function toolchainKey(baseEnv: Readonly<Record<string, string>>): Promise<string> {
  const node = await execa('node', ['--version'], { env: baseEnv, extendEnv: false, reject: false, stdin: 'ignore' });
  const { LANG, LC_ALL, TZ } = baseEnv;
  return digest([FORMAT, platform(), arch(), node.stdout, LANG, LC_ALL, TZ]);
}

/** Of an install: the command, and the content of the files that system.yaml names for it. */
export async function installKey(
  install: NonNullable<SystemPlan['install']>,
  root: string,
  toolchain: string,
): Promise<string> {
  const files = await Promise.all(install.key.map(async (name) => [name, await contentDigest(join(root, name))]));
  return digest(['install', toolchain, install.run, files]);
}

/** What a command is run on, as far as its result depends on it. */
export interface CommandGround {
  /** Key of the tree. */
  readonly tree: string;
  readonly system: SystemPlan;
  /** The variables of system.yaml as the command sees them. */
  readonly env: Readonly<Record<string, string>>;
  /** Kinds and versions of its services. */
  readonly services: readonly string[];
}

/**
 * Of a command on a tree. Variables take part with their values (a build may write `run.commit` into what it makes), but those that speak
 * of a service only as system.yaml writes them: ports and addresses differ from run to run.
 */
export function commandKey(command: CommandPlan, { tree, system, env, services }: CommandGround): string {
  const names = new Set(system.services.map(({ name }) => name));
  const variables = Object.entries(system.env).map(([name, expression]) => [
    name,
    expression,
    speaksOf(expression, names) ? 'per run' : env[name],
  ]);
  const declared = command.needs.length === 0 ? [] : system.services;
  return digest(['command', command.run, tree, variables, declared, services]);
}

function speaksOf(expression: Expression, names: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case 'literal':
      return false;
    case 'reference':
      return names.has(expression.path[0] ?? '');
    case 'text':
      return expression.parts.some((part) => typeof part !== 'string' && speaksOf(part, names));
    case 'list':
      return expression.items.some((item) => speaksOf(item, names));
    case 'map':
      return Object.values(expression.entries).some((entry) => speaksOf(entry, names));
  }
}

/** SHA-256 (hex) of parts, written so that different parts never read the same. */
export function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts, plain)).digest('hex');
}

/** Without positions: a line more at the top of system.yaml changes no result. */
function plain(name: string, value: unknown): unknown {
  if (name === 'at' && typeof value === 'object' && value !== null && 'line' in value) return undefined;
  return typeof value === 'bigint' ? `${String(value)}n` : value;
}

async function contentDigest(file: string): Promise<string> {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  } catch {
    return 'absent';
  }
}
