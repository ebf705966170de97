// One suite of tests: mocha in a process of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './set-up.mjs';

/**
 * Counts come from mocha's own JSON; a suite that ends badly without a failed test, or that ran nothing, counts as one failure.
 * Where suites run beside each other, each line begins with its suite's name.
 */
export async function runSuite({ name, cwd, files, ignore = [] }, isAlone) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tests-'));
  const output = join(folder, 'results.json');
  const args = [
    join(cwd, 'node_modules', 'mocha', 'bin', 'mocha.js'),
    ...(files.length === 0 ? [] : ['--import=tsx']),
    ...(process.stdout.isTTY ? ['--color'] : []),
    '--reporter',
    join(root, 'scripts', 'counting-reporter.cjs'),
    '--reporter-option',
    `output=${output}`,
    ...ignore.flatMap((pattern) => ['--ignore', pattern]),
    ...files,
  ];
  const child = spawn(process.execPath, args, { cwd, stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  if (!isAlone) {
    showLines(child.stdout, process.stdout, name);
    showLines(child.stderr, process.stderr, name);
  }
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const counts = read(output) ?? { passed: 0, failed: 0, failures: [] };
  rmSync(folder, { recursive: true, force: true });
  const broken = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  if (!broken) return counts;
  const message = counts.passed === 0 ? 'no test was run' : `the suite ended with exit code ${code}`;
  return { ...counts, failed: 1, failures: [{ title: 'the suite as a whole', message }] };
}

function showLines(from, to, name) {
  createInterface({ input: from, crlfDelay: Infinity }).on('line', (line) => {
    if (line !== '') to.write(`${name} │ ${line}\n`);
  });
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
