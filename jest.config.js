import { bundledPackages } from './test/support/web-packages.ts';

/** `npm test` leaves these out; `.ci/run` and whoever names them runs them (docs/decisions/055). */
const long = process.env.WITHOUT_LONG ? ['\\.long\\.test\\.ts$'] : [];

// The processes that run tests are started with it.
process.execArgv.push('--import', new URL('test/support/worker-data.js', import.meta.url).href);

export default {
  // Of the console's tests. Those that run in Node itself have no limit, so that a busy machine
  // makes none of them fail: closing-line.cjs ends a file that hangs.
  testTimeout: 120_000,
  // Modules of ended test files stay in a worker's memory, and clearing it up costs more and more.
  workerIdleMemoryLimit: '1200MB',
  reporters: ['default', '<rootDir>/test/support/closing-line.cjs'],
  projects: [
    {
      displayName: 'node',
      // In Node itself: each module is loaded once a worker, not once a file (docs/decisions/027).
      runner: ['jest-light-runner', { runtime: 'child_process' }],
      setupFilesAfterEnv: ['<rootDir>/test/support/node-setup.ts'],
      testEnvironment: 'node',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/web/', ...long],
    },
    {
      displayName: 'web',
      testEnvironment: '<rootDir>/test/support/web-environment.cjs',
      testMatch: ['<rootDir>/test/web/**/*.test.ts?(x)'],
      moduleNameMapper: {
        '\\?(url|worker)$': '<rootDir>/test/support/empty.cjs',
        '^intl-messageformat$': '<rootDir>/test/support/intl-messageformat.cjs',
        ...bundledPackages,
      },
      globalSetup: '<rootDir>/test/support/web-packages.ts',
      setupFilesAfterEnv: ['<rootDir>/test/support/web-setup.ts'],
      transform: { '\\.(css|tsx?)$': '<rootDir>/test/support/transform.cjs' },
      transformIgnorePatterns: ['/node_modules/.+\\.m?js$'],
    },
  ],
};
