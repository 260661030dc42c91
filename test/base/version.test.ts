import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { version } from '../../src/base/version.ts';

it('is that of the package', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(manifest).toContain(`\n  "version": "${version}",\n`);
});
