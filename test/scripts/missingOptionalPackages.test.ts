import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { missingOptionalPackages, type PackageLock } from '../../scripts/missingOptionalPackages.ts';

test('package-lock.json lacks nothing that npm ci asks for (else: npm run complete-lock)', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as PackageLock;
  expect(Object.keys(missingOptionalPackages(lock))).toEqual([]);
});

test('what is missing is told with its platform', () => {
  const packages = {
    'node_modules/a': {
      dev: true,
      optionalDependencies: {
        '@a/openharmony-arm64': '1.2.3',
        '@a/linux-arm-musleabihf': '1.2.3',
        '@a/x-linux-x64-gnu': '1.2.3',
        '@a/x-linux-arm-musleabihf': '1.2.3',
        '@a/x-openharmony-arm64': '1.2.3',
        '@a/x-win32-ia32-msvc': '1.2.3',
        '@a/x-darwin-arm64': '1.2.3',
      },
    },
    'node_modules/@a/openharmony-arm64': {},
    'node_modules/a/node_modules/@a/linux-arm-musleabihf': {},
  };
  const platform = { version: '1.2.3', dev: true, optional: true };
  expect(missingOptionalPackages({ packages })).toEqual({
    'node_modules/@a/x-linux-x64-gnu': { ...platform, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/@a/x-linux-arm-musleabihf': { ...platform, os: ['linux'], cpu: ['arm'], libc: ['musl'] },
    'node_modules/@a/x-openharmony-arm64': { ...platform, os: ['openharmony'], cpu: ['arm64'] },
    'node_modules/@a/x-win32-ia32-msvc': { ...platform, os: ['win32'], cpu: ['ia32'] },
    'node_modules/@a/x-darwin-arm64': { ...platform, os: ['darwin'], cpu: ['arm64'] },
  });
});

test('a version that is a range is not guessed', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { '@a/x-linux-x64': '^1.0.0' } } };
  expect(() => missingOptionalPackages({ packages })).toThrow('@a/x-linux-x64@^1.0.0');
});
