import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartError } from '../../src/base/startError.ts';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { cursorSecretSource, internalTokenSource, obtainSecret } from '../../src/configuration/secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (dataDir: string, more: Record<string, string> = {}) => readConfiguration({ DATA_DIR: dataDir, ...more });

describe('obtainSecret', () => {
  it('generates 256 random bits for the owner alone, in a folder for the owner alone, and keeps them', async () => {
    const dataDir = join(folder, 'new', 'data');
    const secret = await obtainSecret(internalTokenSource, at(dataDir));
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await stat(join(dataDir, 'internal-token'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await readFile(join(dataDir, 'internal-token'), 'utf8')).trim()).toBe(secret);
    expect(await obtainSecret(internalTokenSource, at(dataDir))).toBe(secret);
    expect(await obtainSecret(cursorSecretSource, at(dataDir))).not.toBe(secret);
  });

  it('gives racing processes one and the same, and leaves no draft', async () => {
    const secrets = await Promise.all(Array.from({ length: 50 }, () => obtainSecret(cursorSecretSource, at(folder))));
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(folder)).toEqual(['cursor-secret']);
  });

  it('touches no folder when the operator gave the secret', async () => {
    const dataDir = join(folder, 'never');
    const token = 'a-token-of-the-operator';
    expect(await obtainSecret(internalTokenSource, at(dataDir, { INTERNAL_TOKEN: token }))).toBe(token);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['', 'cut', `${'x'.repeat(40)}\nsecond line`])('refuses a damaged file (%j) and keeps it', async (text) => {
    const path = join(folder, 'cursor-secret');
    await writeFile(path, text);
    const obtained = obtainSecret(cursorSecretSource, at(folder));
    await expect(obtained).rejects.toThrow(/^.*cursor-secret is damaged: .*CURSOR_SECRET/);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('names DATA_DIR in one line when the folder cannot be made', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const failure = await obtainSecret(internalTokenSource, at(join(file, 'data'))).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect((failure as StartError).message).toMatch(/^[^\n]*DATA_DIR[^\n]*$/);
  });
});
