import { execa } from 'execa';
import type { DoctorPlace, Finding } from './finding.ts';
import { installLine } from './remedies.ts';

const OLDEST_NODE = [20, 19] as const;
const OLDEST_GIT = [2, 31] as const;

/** The Node that runs this. Pure. */
export function examineNode({ node }: Pick<DoctorPlace, 'node'>): Finding {
  const about = {
    id: 'node',
    title: 'Node.js',
    found: node,
    neededFor: 'running Assay, and most systems under test',
  } as const;
  if (isAtLeast(node, OLDEST_NODE)) return { ...about, state: 'ok' };
  return {
    ...about,
    state: 'missing',
    found: `${node}, which is too old`,
    remedy: 'install Node 20.19 or later: https://nodejs.org',
  };
}

/** Git, by asking it. */
export async function examineGit({ baseEnv, system }: Pick<DoctorPlace, 'baseEnv' | 'system'>): Promise<Finding> {
  const about = { id: 'git', title: 'Git', neededFor: 'checking out exactly the commit that is verified' } as const;
  const result = await execa('git', ['--version'], { env: baseEnv, extendEnv: false, reject: false, stdin: 'ignore' });
  const remedy = installLine({ debian: 'git', brew: 'git', alpine: 'git' }, system);
  if (result.failed) return { ...about, state: 'missing', found: 'not found in PATH', remedy };
  const version = /\d+\.\d+(\.\d+)?/.exec(result.stdout)?.[0] ?? '';
  if (isAtLeast(version, OLDEST_GIT)) return { ...about, state: 'ok', found: version };
  return { ...about, state: 'missing', found: `${version}, which is too old (2.31 or later is needed)`, remedy };
}

/** Compares dotted versions; what is no number counts as 0. Pure. */
export function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [first = 0, second = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return first > major || (first === major && second >= minor);
}
