// Mocha's spec reporter, which also writes down how many tests passed, and which failed: `--reporter-option output=FILE`.
const { writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
// The mocha that runs this one, wherever it is installed.
const { reporters } = require(require.resolve('mocha', { paths: [process.cwd()] }));

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const { output } = options.reporterOptions ?? {};
    const failures = [];
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
        JSON.stringify({ passed: this.stats.passes, failed: this.stats.failures + this.stats.pending, failures }),
      ),
    );
  }
};
