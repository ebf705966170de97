// All tests: unit, integration on real services, the built command, the sample app's own. Ends with a line `N passed, N failed`.
// `npm test -- NAME …` runs the suites that are named, one after the other.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runSuite } from './run-suite.mjs';
import { ensurePackages, main, root, setUp, tell } from './set-up.mjs';

const sampleApp = join(root, 'sample-app');
const inContainers = 'test/integration/**/containers.test.ts';
const library = 'test/integration/run/library-app.test.ts';
// Two lanes of about the same length run beside each other: much of the time is waiting for what must not come.
const suites = [
  { name: 'unit', lane: 0, cwd: root, files: ['test/unit/**/*.test.ts'] },
  {
    name: 'integration',
    lane: 0,
    cwd: root,
    files: ['test/integration/**/*.test.ts'],
    ignore: [inContainers, library],
  },
  { name: 'containers', lane: 1, cwd: root, files: [inContainers], obstacle: provideImage },
  { name: 'library', lane: 1, cwd: root, files: [library], obstacle: () => provideImage() ?? missingImage() },
  { name: 'e2e', lane: 1, cwd: root, files: ['test/e2e/**/*.test.ts'] },
  { name: 'sample app', lane: 1, cwd: sampleApp, files: [] },
];

await main(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => suites.every((suite) => suite.name !== name));
  if (unknown !== undefined) {
    process.stderr.write(`there is no suite “${unknown}”: ${suites.map(({ name }) => name).join(', ')}\n`);
    return 64;
  }
  await setUp();
  await ensurePackages(sampleApp, 'the sample app');
  if (asked.length > 0)
    return summarise(
      await runLane(
        suites.filter(({ name }) => asked.includes(name)),
        true,
      ),
    );
  const lanes = [0, 1].map((number) =>
    runLane(
      suites.filter(({ lane }) => lane === number),
      false,
    ),
  );
  return summarise((await Promise.all(lanes)).flat());
});

/** Runs suites one after the other: for each its counts, or why it was not run. */
async function runLane(lane, isAlone) {
  const results = [];
  for (const suite of lane) {
    tell(`${suite.name} tests`);
    const obstacle = suite.obstacle?.();
    if (obstacle !== undefined && process.env['ASSAY_TEST_CONTAINERS'] !== 'required') {
      results.push({ name: suite.name, obstacle });
      continue;
    }
    const counts = await runSuite(suite, isAlone);
    process.stderr.write(`${suite.name}: ${counts.passed} passed, ${counts.failed} failed\n\n`);
    results.push({ name: suite.name, counts });
  }
  return results;
}

/** Says what failed once more, where whoever reads only the end of the output finds it. */
function summarise(results) {
  const run = results.filter(({ counts }) => counts !== undefined);
  tellSlowest(run.flatMap(({ counts }) => Object.entries(counts.seconds ?? {})));
  for (const { name, counts } of run)
    for (const { title, message } of counts.failures)
      process.stdout.write(`failed · ${name} · ${title}\n    ${message.split('\n').slice(0, 12).join('\n    ')}\n\n`);
  for (const { name, obstacle } of results)
    if (obstacle !== undefined) process.stdout.write(`${name}: not run, ${obstacle}\n`);
  const [passed, failed] = ['passed', 'failed'].map((key) => run.reduce((sum, { counts }) => sum + counts[key], 0));
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

function tellSlowest(times) {
  const slowest = times.toSorted(([, one], [, other]) => other - one).slice(0, 12);
  process.stdout.write('most of the time was spent on\n');
  for (const [file, seconds] of slowest) process.stdout.write(`${seconds.toFixed(0).padStart(6)} s  ${file}\n`);
  process.stdout.write('\n');
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
