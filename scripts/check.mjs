// Everything that can be said without running the code: types, lint, formatting, import rules, published schemas; the sample app's own too.
import { join } from 'node:path';
import { ensurePackages, main, root, run, tell } from './set-up.mjs';

const sampleApp = join(root, 'sample-app');
const checks = [
  ['types', root, ['run', '--silent', 'typecheck']],
  ['lint', root, ['run', '--silent', 'lint']],
  ['formatting', root, ['run', '--silent', 'format:check']],
  ['import rules', root, ['run', '--silent', 'deps']],
  ['sample app: types', sampleApp, ['run', '--silent', 'typecheck']],
  ['sample app: lint', sampleApp, ['run', '--silent', 'lint']],
];

await main(async () => {
  await ensurePackages(root, 'the harness');
  await ensurePackages(sampleApp, 'the sample app');
  const failed = [];
  for (const [name, cwd, args] of checks) {
    tell(name);
    await run('npm', args, { cwd }).catch(() => failed.push(name));
  }
  process.stderr.write(failed.length === 0 ? 'all checks passed\n' : `failed: ${failed.join(', ')}\n`);
  return failed.length === 0 ? 0 : 1;
});
