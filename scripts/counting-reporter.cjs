// Mocha's spec reporter, which also writes down how many tests passed and failed: `--reporter-option output=FILE`.
const { writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
// The mocha that runs this one, wherever it is installed.
const { reporters } = require(require.resolve('mocha', { paths: [process.cwd()] }));

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const { output } = options.reporterOptions ?? {};
    runner.once('end', () => {
      // A pending test was not run: it is no pass.
      writeFileSync(
        resolve(output),
        JSON.stringify({ passed: this.stats.passes, failed: this.stats.failures + this.stats.pending }),
      );
    });
  }
};
