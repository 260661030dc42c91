import * as files from 'node:fs/promises';
import { expect, jest, test } from '@jest/globals';

let isOutOfFiles = false;
jest.unstable_mockModule('node:fs/promises', () => ({
  ...files,
  async readFile(path: string, encoding: 'utf8') {
    if (isOutOfFiles && path.endsWith('/stat'))
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    return await files.readFile(path, encoding);
  },
}));
const { ownIdentity, processState } = await import('../../../src/database/embedded/processIdentity.ts');

test('a process that runs is not dead because its state cannot be read', async () => {
  const own = await ownIdentity();
  expect(await processState(own)).toBe('alive');
  isOutOfFiles = true;
  expect(await processState(own)).toBe('unknown');
  expect(await processState({ ...own, pid: 2 ** 22 + 1 })).toBe('dead');
});
