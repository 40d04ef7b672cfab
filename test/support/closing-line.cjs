// Says in one plain line how many tests ran, for whoever reads the end of a log.
module.exports = class ClosingLine {
  onRunComplete(_contexts, { numPassedTests, numFailedTests }) {
    process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed\n`);
  }
};
