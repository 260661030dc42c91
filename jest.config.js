// JavaScript, because on Node 20 Jest reads a TypeScript configuration only with ts-node.

/**
 * @param {boolean} tsx
 * @returns {[string, object]}
 */
const compile = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx },
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
      experimental: { keepImportAttributes: true },
    },
  },
];

/** @type {import('jest').Config} */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  setupFilesAfterEnv: ['<rootDir>/test/support/retryInCi.ts'],
  transform: { '^.+\\.ts$': compile(false), '^.+\\.tsx$': compile(true) },
};

/** @type {import('jest').Config} */
const withServers = {
  ...shared,
  globalSetup: '<rootDir>/test/support/globalSetup.ts',
  globalTeardown: '<rootDir>/test/support/globalTeardown.ts',
};

/**
 * Three projects. `unit` starts no process and no server; `integration` starts real servers (test/support) or names what it left out;
 * `chaos` runs long: histories, kills, restores, a failover, a rolling release, an installation, hostile servers; each file says first what it
 * proves.
 *
 * @type {import('jest').Config}
 */
export default {
  // Jest's own choice leaves one core idle, on a machine of two that is half of it.
  maxWorkers: '100%',
  // A worker never frees the modules of the files that it has run: after 300 files it had 4 GB, spent half of its time on
  // collecting them, and crashed.
  workerIdleMemoryLimit: '1GB',
  // Real servers, on machines that are busy with other things. Jest heeds it only here, not in a project.
  testTimeout: 30_000,
  testSequencer: '<rootDir>/test/support/longestFirst.js',
  reporters: ['default', '<rootDir>/test/support/reporter.js'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['\\.(integration|chaos)\\.test\\.ts$', '/node_modules/'],
    },
    {
      ...withServers,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/**/*.integration.test.ts'],
    },
    {
      ...withServers,
      displayName: 'chaos',
      testMatch: ['<rootDir>/test/**/*.chaos.test.ts'],
    },
  ],
};
