import type { Config } from 'jest';

const shared: Config = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
};

/**
 * Two projects: `unit` needs nothing but Node; `integration` starts real servers (test/support) or says what it left out.
 * A test file that needs a server is named `*.integration.test.ts`.
 */
const config: Config = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      testPathIgnorePatterns: ['\\.integration\\.test\\.ts$', '/node_modules/'],
    },
    { ...shared, displayName: 'integration', testMatch: ['<rootDir>/test/**/*.integration.test.ts'] },
  ],
};

export default config;
