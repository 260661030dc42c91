// JavaScript, because on Node 20 Jest reads a TypeScript configuration only with ts-node.

/** @type {import('jest').Config} */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } } },
    ],
  },
};

/**
 * Two projects: `unit` needs nothing but Node; `integration` starts real servers (test/support) or says what it left out.
 * A test file that needs a server is named `*.integration.test.ts`.
 *
 * @type {import('jest').Config}
 */
export default {
  // Jest's own choice leaves one core idle, on a machine of two that is half of it.
  maxWorkers: '100%',
  // Real servers, on machines that are busy with other things. Jest heeds it only here, not in a project.
  testTimeout: 30_000,
  // Once a run, before either project: tests that start bin/catalog run the current sources.
  globalSetup: '<rootDir>/test/support/globalBuild.ts',
  reporters: ['default', '<rootDir>/test/support/reporter.js'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      setupFilesAfterEnv: ['<rootDir>/test/support/seedInCi.ts'],
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['\\.integration\\.test\\.ts$', '/node_modules/'],
    },
    {
      ...shared,
      displayName: 'integration',
      setupFilesAfterEnv: ['<rootDir>/test/support/retryInCi.ts', '<rootDir>/test/support/seedInCi.ts'],
      testMatch: ['<rootDir>/test/**/*.integration.test.ts'],
      globalSetup: '<rootDir>/test/support/globalSetup.ts',
      globalTeardown: '<rootDir>/test/support/globalTeardown.ts',
    },
  ],
};
