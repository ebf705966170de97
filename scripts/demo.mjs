// The main job on a fresh clone: set up, then verify the sample app's contracts at HEAD.
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { main, root, setUp, tell } from './set-up.mjs';

await main(async () => {
  await setUp();
  tell('assay verify: the sample app at HEAD, on a real PostgreSQL, in a real browser');
  return await verify(process.argv.slice(2));
});

/** Ctrl-C goes to the whole group; the command frees what it started, so wait for it. */
function verify(args) {
  return new Promise((resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
    const child = spawn(process.execPath, [join(root, 'dist', 'cli', 'main.js'), 'verify', ...args], {
      cwd: root,
      stdio: 'inherit',
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 130));
  });
}
