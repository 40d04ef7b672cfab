import ClosingLine from './closing-line.cjs';

const { closingLines } = ClosingLine;
const first = {
  passed: 95,
  failed: 5,
  failedFiles: [
    { path: 'test/a.test.ts', passed: 10 },
    { path: 'test/b.test.ts', passed: 4 },
  ],
};

describe('the last lines of a test run', () => {
  it('say how many tests passed and failed where no file is tried again', () => {
    expect(closingLines({ passed: 100, failed: 0, failedFiles: [] })).toBe('100 passed, 0 failed');
    expect(closingLines(first)).toBe('95 passed, 5 failed');
  });

  it('name a file as flaky that passes only when it is tried again', () => {
    const again = { passed: 19, failed: 0, failedFiles: [] };
    expect(closingLines(first, again)).toBe(
      '2 flaky: test/a.test.ts, test/b.test.ts\n100 passed, 0 failed',
    );
  });

  it('do not call a file flaky that fails again', () => {
    const again = { passed: 16, failed: 3, failedFiles: [{ path: 'test/a.test.ts', passed: 9 }] };
    expect(closingLines(first, again)).toBe('1 flaky: test/b.test.ts\n97 passed, 3 failed');
    const both = { passed: 14, failed: 5, failedFiles: first.failedFiles };
    expect(closingLines(first, both)).toBe('0 flaky: none\n95 passed, 5 failed');
  });
});

describe('the reporter', () => {
  it('counts a file that does not load as a failed test', () => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const kept = process.env.TEST_COUNTS;
    delete process.env.TEST_COUNTS;
    new ClosingLine().onRunComplete([], {
      numPassedTests: 3,
      numFailedTests: 1,
      numRuntimeErrorTestSuites: 1,
      testResults: [],
    });
    if (kept !== undefined) process.env.TEST_COUNTS = kept;
    expect(written.mock.calls).toEqual([['\n3 passed, 2 failed\n']]);
    written.mockRestore();
  });
});
