import { bundledPackages } from './test/support/web-packages.ts';

const transform = { '\\.(css|tsx?)$': '<rootDir>/test/support/transform.cjs' };
const transformIgnorePatterns = ['/node_modules/.+\\.m?js$'];

export default {
  // A busy machine makes nobody's test fail; what hangs is still found.
  testTimeout: 120_000,
  // Modules of ended test files stay in a worker's memory, and clearing it up costs more and more.
  workerIdleMemoryLimit: '1200MB',
  reporters: ['default', '<rootDir>/test/support/closing-line.cjs'],
  projects: [
    {
      displayName: 'node',
      testEnvironment: '<rootDir>/test/support/node-environment.cjs',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/web/'],
      // Published as ES modules only, which require does not find.
      moduleNameMapper: { '^@middy/(core|util)$': '<rootDir>/node_modules/@middy/$1/index.js' },
      transform,
      transformIgnorePatterns,
    },
    {
      displayName: 'web',
      testEnvironment: '<rootDir>/test/support/web-environment.cjs',
      testMatch: ['<rootDir>/test/web/**/*.test.tsx'],
      moduleNameMapper: {
        '\\?(url|worker)$': '<rootDir>/test/support/empty.cjs',
        '^intl-messageformat$': '<rootDir>/test/support/intl-messageformat.cjs',
        ...bundledPackages,
      },
      globalSetup: '<rootDir>/test/support/web-packages.ts',
      setupFilesAfterEnv: ['<rootDir>/test/support/web-setup.ts'],
      transform,
      transformIgnorePatterns,
    },
  ],
};
