import ClosingLine from './closing-line.cjs';

const { closing } = ClosingLine;
const first = {
  passed: 95,
  failed: 5,
  failedFiles: [
    { path: 'test/a.test.ts', passed: 10 },
    { path: 'test/b.test.ts', passed: 4 },
  ],
};

describe('the last line of a test run', () => {
  it('counts passed and failed tests if no file is tried again', () => {
    const green = { passed: 100, failed: 0, failedFiles: [] };
    expect(closing(green)).toEqual({ flaky: [], line: '100 passed, 0 failed, 0 flaky' });
    expect(closing(first)).toEqual({ flaky: [], line: '95 passed, 5 failed, 0 flaky' });
  });

  it('counts a file as flaky if it passes only on the second try', () => {
    const secondTry = { passed: 19, failed: 0, failedFiles: [] };
    expect(closing(first, secondTry)).toEqual({
      flaky: ['test/a.test.ts', 'test/b.test.ts'],
      line: '100 passed, 0 failed, 2 flaky',
    });
  });

  it('does not count a file as flaky if it fails again', () => {
    const secondTry = {
      passed: 16,
      failed: 3,
      failedFiles: [{ path: 'test/a.test.ts', passed: 9 }],
    };
    expect(closing(first, secondTry)).toEqual({
      flaky: ['test/b.test.ts'],
      line: '97 passed, 3 failed, 1 flaky',
    });
    const both = { passed: 14, failed: 5, failedFiles: first.failedFiles };
    expect(closing(first, both)).toEqual({ flaky: [], line: '95 passed, 5 failed, 0 flaky' });
  });
});

describe('the reporter of test runs', () => {
  it('counts a file that does not load as a failed test', () => {
    const writeSpy = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const previousCounts = process.env.TEST_COUNTS;
    delete process.env.TEST_COUNTS;
    new ClosingLine().onRunComplete([], {
      numPassedTests: 3,
      numFailedTests: 1,
      numRuntimeErrorTestSuites: 1,
      testResults: [],
    });
    if (previousCounts !== undefined) process.env.TEST_COUNTS = previousCounts;
    expect(writeSpy.mock.calls).toEqual([['\n3 passed, 2 failed, 0 flaky\n']]);
    writeSpy.mockRestore();
  });
});
