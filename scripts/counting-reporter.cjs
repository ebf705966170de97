// Mocha's spec reporter, which also writes down how many tests passed, which failed, and how long each file took: `--reporter-option output=FILE`.
const { writeFileSync } = require('node:fs');
const { relative, resolve } = require('node:path');
// The mocha that runs this one, wherever it is installed.
const { reporters } = require(require.resolve('mocha', { paths: [process.cwd()] }));

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const { output } = options.reporterOptions ?? {};
    const failures = [];
    const times = new FileTimes(runner);
    runner.on('fail', (test, error) =>
      failures.push({ title: test.titlePath().join(' › '), message: String(error?.stack ?? error) }),
    );
    // A pending test was not run: it is no pass.
    runner.on('pending', (test) =>
      failures.push({ title: test.titlePath().join(' › '), message: 'not run (pending)' }),
    );
    runner.once('end', () =>
      writeFileSync(
        resolve(output),
        JSON.stringify({
          passed: this.stats.passes,
          failed: this.stats.failures + this.stats.pending,
          failures,
          seconds: times.seconds(),
        }),
      ),
    );
  }
};

/** How long each file took, with what was set up and taken down for it. */
class FileTimes {
  #seconds = {};

  constructor(runner) {
    let begun;
    runner.on('suite', (suite) => {
      if (suite.parent?.root) begun = Date.now();
    });
    runner.on('suite end', (suite) => {
      if (!suite.parent?.root) return;
      const file = relative(process.cwd(), suite.file ?? '');
      this.#seconds[file] = (this.#seconds[file] ?? 0) + (Date.now() - begun) / 1000;
    });
  }

  seconds() {
    return this.#seconds;
  }
}
