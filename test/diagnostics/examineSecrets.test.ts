import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { cursorSecretSource, internalTokenSource, obtainSecret } from '../../src/configuration/secrets.ts';
import { examineSecrets } from '../../src/diagnostics/examineSecrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'catalog-diagnostics-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('examineSecrets', () => {
  it('is content with what is kept for the owner alone, what is given and what was not needed', async () => {
    const configuration = readConfiguration({ DATA_DIR: dataDir, CURSOR_SECRET: 'x'.repeat(32) });
    const token = await obtainSecret(internalTokenSource, configuration);
    const kept = await examineSecrets(configuration);
    expect(kept).toMatchObject({ status: 'ok', remedy: null });
    expect(kept.detail).toContain('CURSOR_SECRET is given');
    expect(kept.detail).not.toContain(token);
    expect(await examineSecrets(readConfiguration({ DATA_DIR: join(dataDir, 'none') }))).toMatchObject({
      status: 'ok',
    });
  });

  it('warns of an embedded database that others can read or write', async () => {
    const configuration = readConfiguration({ DATA_DIR: dataDir });
    const folder = join(dataDir, 'database');
    await mkdir(folder, { mode: 0o755 });
    expect(await examineSecrets(configuration)).toMatchObject({
      status: 'warning',
      remedy: `Run "chmod 700 ${folder}".`,
    });
    await chmod(folder, 0o700);
    expect(await examineSecrets(configuration)).toMatchObject({ status: 'ok' });
  });

  it('warns of files that others can read, and says how to close them', async () => {
    const configuration = readConfiguration({ DATA_DIR: dataDir });
    await obtainSecret(internalTokenSource, configuration);
    await obtainSecret(cursorSecretSource, configuration);
    const path = join(dataDir, 'cursor-secret');
    await chmod(path, 0o640);
    const found = await examineSecrets(configuration);
    expect(found.status).toBe('warning');
    expect(found.remedy).toContain(`chmod 600 ${path}`);
    expect(found.remedy).toContain('catalog secrets rotate CURSOR_SECRET');
    expect(found.detail).not.toContain('internal-token');
  });
});
