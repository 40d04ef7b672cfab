// Says in one plain line how many tests ran, and leaves the files that failed to `test/run.js`.
const { writeFileSync } = require('node:fs');

module.exports = class ClosingLine {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, testResults }) {
    process.stdout.write(`\n${numPassedTests} passed, ${numFailedTests} failed\n`);
    const hasFailed = ({ testExecError, numFailingTests }) => testExecError || numFailingTests > 0;
    const failed = testResults.filter(hasFailed).map(({ testFilePath }) => testFilePath);
    if (process.env.FAILED_TESTS) writeFileSync(process.env.FAILED_TESTS, failed.join('\n'));
  }
};
