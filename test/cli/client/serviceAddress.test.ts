import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readServiceAddress } from '../../../src/cli/client/serviceAddress.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-address-'));
  await writeFile(join(folder, 'internal-token'), 'a-token-from-the-file\n');
});

afterAll(() => rm(folder, { recursive: true }));

test.each([
  [{}, 'http://127.0.0.1:4000'],
  [{ INTERNAL_PORT: '4100' }, 'http://127.0.0.1:4100'],
  [{ INTERNAL_HOST: '0.0.0.0' }, 'http://127.0.0.1:4000'],
  [{ INTERNAL_HOST: '::', INTERNAL_PORT: '5' }, 'http://[::1]:5'],
  [{ INTERNAL_HOST: 'catalog.internal' }, 'http://catalog.internal:4000'],
  [{ INTERNAL_URL: 'https://catalog.internal/', INTERNAL_PORT: '4100' }, 'https://catalog.internal'],
])('%j is reached at %s', async (environment, origin) => {
  const address = await readServiceAddress({ DATA_DIR: folder, ...environment });
  expect(address).toEqual({ origin, token: 'a-token-from-the-file' });
});

test('the token of the environment goes before the file', async () => {
  expect(await readServiceAddress({ DATA_DIR: folder, INTERNAL_TOKEN: 'given' })).toMatchObject({ token: 'given' });
});

test('no token is told with the file that was looked for', async () => {
  const missing = join(folder, 'elsewhere');
  await expect(readServiceAddress({ DATA_DIR: missing })).rejects.toMatchObject({
    code: 'no_token',
    message: expect.stringContaining(join(missing, 'internal-token')),
  });
});

test('a damaged token is told with its file', async () => {
  const damaged = await mkdtemp(join(folder, 'damaged-'));
  await writeFile(join(damaged, 'internal-token'), 'one line\nand another\n');
  await expect(readServiceAddress({ DATA_DIR: damaged })).rejects.toMatchObject({
    code: 'no_token',
    message: expect.stringContaining(`${join(damaged, 'internal-token')} is damaged`),
  });
});

test.each([
  { INTERNAL_TOKEN: 'two\nlines' },
  { INTERNAL_URL: 'localhost:4000' },
  { INTERNAL_URL: 'http://localhost:4000/graphql' },
  { INTERNAL_PORT: '70000' },
])('%j is a wrong variable', async (environment) => {
  const [name] = Object.keys(environment);
  await expect(readServiceAddress({ DATA_DIR: folder, ...environment })).rejects.toThrow(String(name));
});
