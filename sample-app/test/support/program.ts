import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SOURCES = fileURLToPath(new URL('../../src/server', import.meta.url));
/** As deep as dist/server, so that the programs find the migrations and the pages. */
const COMPILED = fileURLToPath(new URL(`../../dist/test-${process.pid}`, import.meta.url));

export interface Program {
  /** Sends the signal, if any, and gives what the program ended with. */
  end: (signal?: NodeJS.Signals) => Promise<{ code: number | null; stderr: string; stdout: string }>;
  /** The address the server says it listens at. */
  origin: () => Promise<string>;
}

/** Several programs start faster from JavaScript made once than if each compiled the sources for itself. */
export async function compilePrograms(): Promise<void> {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true };
  for (const name of await readdir(SOURCES, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const source = await readFile(join(SOURCES, name), 'utf8');
    const path = join(COMPILED, name.replace(/ts$/, 'js'));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, ts.transpileModule(source, { compilerOptions }).outputText);
  }
}

export async function removePrograms(): Promise<void> {
  await rm(COMPILED, { recursive: true, force: true });
}

/** Runs main or migrate as a process of its own, with no settings but these. */
export function startProgram(name: 'main' | 'migrate', settings: Record<string, string>): Program {
  const inherited = { ...process.env };
  for (const setting of ['DATABASE_URL', 'HOST', 'PORT', 'APP_COMMIT', 'LOG_LEVEL', 'NODE_OPTIONS']) {
    Reflect.deleteProperty(inherited, setting);
  }
  const child = spawn(process.execPath, [join(COMPILED, `${name}.js`)], {
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return {
    end: async (signal) => {
      if (signal !== undefined) child.kill(signal);
      const [code] = await closed;
      return { code, ...output };
    },
    origin: async () => {
      while (!output.stdout.includes('listening at ')) {
        await Promise.race([once(child.stdout, 'data'), closed]);
        assert.equal(child.exitCode, null, output.stderr);
      }
      return /listening at (http:[^"]+)/.exec(output.stdout)?.[1] ?? '';
    },
  };
}
