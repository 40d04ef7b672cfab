// Prints one plain line with the numbers of passed and failed tests and of flaky files. For
// `test/run.js`, which prints the line itself after it has retried failed files, it writes the
// counts to the file that TEST_COUNTS names. A test file that hangs ends the run.
const { writeFileSync, writeSync } = require('node:fs');
const { relative } = require('node:path');

/** A file that fails to load runs no tests: it counts as one failed test. */
const countsOf = ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests + numRuntimeErrorTestSuites,
  failedFiles: testResults
    .filter(({ testExecError, numFailingTests }) => testExecError || numFailingTests > 0)
    .map(({ testFilePath, numPassingTests }) => ({
      path: relative(process.cwd(), testFilePath),
      passed: numPassingTests,
    })),
});

const countsLine = ({ passed, failed }, flaky) =>
  `${passed} passed, ${failed} failed, ${flaky.length} flaky`;

/**
 * The result of a whole run: the counts, and the files that failed first and passed on retry. Their
 * tests count as passed, and the files as flaky.
 */
const closing = (first, again) => {
  if (!again) return { flaky: [], line: countsLine(first, []) };
  const stillFailed = new Set(again.failedFiles.map(({ path }) => path));
  const flaky = first.failedFiles.map(({ path }) => path).filter((path) => !stillFailed.has(path));
  const passedBefore = first.failedFiles.reduce((sum, { passed }) => sum + passed, 0);
  const counts = { passed: first.passed - passedBefore + again.passed, failed: again.failed };
  return { flaky, line: countsLine(counts, flaky) };
};

/**
 * Minutes after which a file counts as hung, since tests in Node have no time limit. The longest
 * takes three minutes beside others; long files take four on their own.
 */
const longestFile = process.env.WITHOUT_LONG ? 10 : 20;

const endRun = (path) => {
  // Written directly to the file descriptor, because Jest buffers its output.
  writeSync(1, `\n${relative(process.cwd(), path)} did not end within ${longestFile} minutes.\n`);
  process.exit(1);
};

module.exports = class ClosingLine {
  static closing = closing;
  underWay = new Map();

  onTestFileStart({ path }) {
    this.underWay.set(path, setTimeout(endRun, longestFile * 60_000, path).unref());
  }

  onTestFileResult({ path }) {
    clearTimeout(this.underWay.get(path));
  }

  onRunComplete(_contexts, results) {
    const counts = countsOf(results);
    if (process.env.TEST_COUNTS) writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts));
    else process.stdout.write(`\n${closing(counts).line}\n`);
  }
};
