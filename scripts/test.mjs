// All tests: unit, integration on real services, the built command, the sample app's own. Ends with a line `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePackages, main, root, setUp, tell } from './set-up.mjs';

const sampleApp = join(root, 'sample-app');
const inContainers = 'test/integration/**/containers.test.ts';
const library = 'test/integration/run/library-app.test.ts';
const suites = [
  { name: 'unit', cwd: root, files: ['test/unit/**/*.test.ts'] },
  {
    name: 'integration',
    cwd: root,
    files: ['test/integration/**/*.test.ts'],
    ignore: [inContainers, library],
  },
  { name: 'containers', cwd: root, files: [inContainers], obstacle: provideImage },
  { name: 'library', cwd: root, files: [library], obstacle: () => provideImage() ?? missingImage() },
  { name: 'e2e', cwd: root, files: ['test/e2e/**/*.test.ts'] },
  { name: 'sample app', cwd: sampleApp, files: [] },
];

await main(async () => {
  await setUp();
  await ensurePackages(sampleApp, 'the sample app');
  const asked = process.argv.slice(2);
  let passed = 0;
  let failed = 0;
  const notRun = [];
  const failures = [];
  const times = [];
  for (const suite of suites.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    tell(`${suite.name} tests`);
    const obstacle = suite.obstacle?.();
    if (obstacle !== undefined && process.env['ASSAY_TEST_CONTAINERS'] !== 'required') {
      notRun.push(`${suite.name}: not run, ${obstacle}`);
      continue;
    }
    const counts = await runSuite(suite);
    process.stderr.write(`${suite.name}: ${counts.passed} passed, ${counts.failed} failed\n\n`);
    passed += counts.passed;
    times.push(...Object.entries(counts.seconds ?? {}));
    failed += counts.failed;
    failures.push(...counts.failures.map((failure) => ({ ...failure, suite: suite.name })));
  }
  tellSlowest(times);
  // Said again where whoever reads only the end of the output finds it.
  for (const { suite, title, message } of failures)
    process.stdout.write(`failed · ${suite} · ${title}\n    ${message.split('\n').slice(0, 12).join('\n    ')}\n\n`);
  for (const line of notRun) process.stdout.write(`${line}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
});

function tellSlowest(times) {
  const slowest = times.toSorted(([, one], [, other]) => other - one).slice(0, 12);
  process.stdout.write('most of the time was spent on\n');
  for (const [file, seconds] of slowest) process.stdout.write(`${seconds.toFixed(0).padStart(6)} s  ${file}\n`);
  process.stdout.write('\n');
}

/** Counts come from mocha's own JSON; a suite that ends badly without a failed test, or that ran nothing, counts as one failure. */
async function runSuite({ cwd, files, ignore = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tests-'));
  const output = join(folder, 'results.json');
  const mocha = join(cwd, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const args = [
    ...(files.length === 0 ? [] : ['--import=tsx']),
    '--reporter',
    join(root, 'scripts', 'counting-reporter.cjs'),
    '--reporter-option',
    `output=${output}`,
    ...ignore.flatMap((pattern) => ['--ignore', pattern]),
    ...files,
  ];
  const code = await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mocha, ...args], { cwd, stdio: 'inherit' });
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

function docker(...args) {
  return spawnSync('docker', args, { encoding: 'utf8', timeout: 300_000 });
}

/** What is missing of the images that the library is made with, and how to make it. */
function missingImage() {
  const scripts = { 'assay-local/node:20': 'build-node-image.sh', 'assay-local/redis:7': 'build-redis-image.sh' };
  const missing = Object.entries(scripts).find(([image]) => docker('image', 'inspect', image).status !== 0);
  return missing === undefined ? undefined : `${missing[0]} is not here: scripts/${missing[1]} makes it`;
}

/** Sees to it that there is an image for the container tests: the one that is named, the one built here, or the official one. What is in the way, if anything. */
function provideImage() {
  if (docker('version', '--format', '{{.Server.Version}}').status !== 0) return 'no container engine answers';
  const named = process.env['ASSAY_POSTGRES_IMAGE'];
  const image = [named ?? 'assay-local/postgres:15', ...(named === undefined ? ['postgres:16-alpine'] : [])].find(
    (name) => docker('image', 'inspect', name).status === 0,
  );
  if (image !== undefined) {
    process.env['ASSAY_POSTGRES_IMAGE'] = image;
    return undefined;
  }
  tell(`pulling ${named ?? 'postgres:16-alpine'}, for the container tests`);
  if (docker('pull', '--quiet', named ?? 'postgres:16-alpine').status !== 0)
    return `${named ?? 'postgres:16-alpine'} is not here and can't be pulled`;
  process.env['ASSAY_POSTGRES_IMAGE'] = named ?? 'postgres:16-alpine';
  return undefined;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
