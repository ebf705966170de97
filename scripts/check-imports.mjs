// The import rules, and that there was something to hold against them: with a TypeScript that it can't read, dependency-cruiser finds 0 modules and no violation.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['cli', 'contracts', 'reports', 'verifier', 'bench', 'sample-app/src'];
const { stdout, stderr, status } = spawnSync('npx', ['depcruise', '--config', '.dependency-cruiser.cjs', ...rooms], {
  cwd: root,
  encoding: 'utf8',
});
process.stdout.write(stdout);
process.stderr.write(stderr);
const cruised = Number(/\((\d+) modules/u.exec(stdout)?.[1] ?? /(\d+) modules/u.exec(stdout)?.[1] ?? 0);
if (cruised < 100) process.stderr.write(`only ${cruised} modules were read: the rules were held against nothing\n`);
process.exitCode = status === 0 && cruised >= 100 ? 0 : 1;
