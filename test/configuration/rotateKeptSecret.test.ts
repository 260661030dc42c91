import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { rotateKeptSecret } from '../../src/configuration/rotateKeptSecret.ts';
import { cursorSecretSource, obtainSecret, splitValues } from '../../src/configuration/secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-rotate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('rotateKeptSecret', () => {
  it('puts a new value before the one in use and keeps two, in a file for the owner alone', async () => {
    const configuration = readConfiguration({ DATA_DIR: folder });
    const first = await obtainSecret(cursorSecretSource, configuration);
    const path = await rotateKeptSecret(cursorSecretSource, folder);
    const [second, ...earlier] = splitValues(await obtainSecret(cursorSecretSource, configuration));
    expect(second).toMatch(/^[\w-]{43}$/);
    expect([second === first, earlier]).toEqual([false, [first]]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await rotateKeptSecret(cursorSecretSource, folder);
    expect(splitValues(await obtainSecret(cursorSecretSource, configuration)).slice(1)).toEqual([second]);
    expect(await readdir(folder)).toEqual(['cursor-secret']);
  });

  it('has nothing to rotate before the first start', async () => {
    await expect(rotateKeptSecret(cursorSecretSource, folder)).rejects.toThrow('the first start makes it');
  });
});
