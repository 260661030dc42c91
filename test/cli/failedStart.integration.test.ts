import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runCatalog } from '../support/runCatalog.ts';

describe('a start that fails', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'catalog-failed-start-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const start = (environment: Readonly<Record<string, string>>) =>
    runCatalog(['serve'], { environment: { DATA_DIR: dataDir, PORT: '0', INTERNAL_PORT: '0', ...environment } });
  const away = {
    DATABASE_URL: 'postgresql://catalog:hunter2hunter2@127.0.0.1:1/catalog',
    START_PATIENCE_S: '0',
  };

  test.each<readonly [string, Readonly<Record<string, string>>, number, string, RegExp]>([
    ['a database that is away', away, 1, 'cannot_start', /^the service did not start: DATABASE_URL: no PostgreSQL at/],
    ['a wrong variable', { PORT: 'x' }, 2, 'wrong_configuration', /^the service did not start: .*PORT/],
    [
      'no origin',
      { NODE_ENV: 'production', TRUST_PROXY: '1' },
      2,
      'wrong_configuration',
      /: PUBLIC_URL is unset .*: set it/,
    ],
    [
      'no word of proxies',
      { NODE_ENV: 'production', PUBLIC_URL: 'https://catalog.example.org' },
      ...([2, 'wrong_configuration', /: TRUST_PROXY is unset .*: set it to the proxies .*, or to none/] as const),
    ],
    ['a wrong URL', { DATABASE_URL: 'mysql://u:hunter2hunter2@db/x' }, 2, 'wrong_configuration', /DATABASE_URL/],
  ])('is a line of JSON in a log of JSON: %s', async (_what, environment, exitCode, code, message) => {
    const { status, stdout, stderr } = await start(environment);
    expect([status, stderr]).toEqual([exitCode, expect.stringMatching(/^catalog: [^\n]+\n$/)]);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({ level: 'fatal', code, msg: expect.stringMatching(message) });
    expect(stdout + stderr).not.toContain('hunter2');
  });

  test('names each variable that is wrong, on standard error and in the log, without a stack', async () => {
    const { status, stdout, stderr } = await start({ PORT: 'x', SEARCH: 'no' });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^catalog: PORT [^\n]+\nSEARCH [^\n]+\n$/)]);
    const logged = JSON.parse(stdout) as { msg: string };
    expect(logged.msg).toMatch(/^the service did not start: PORT .+; SEARCH /);
    expect(logged).not.toHaveProperty('err');
  });

  test('is no line of a log of text, nor of a silent one', async () => {
    const text = await start({ ...away, LOG_FORMAT: 'text' });
    expect([text.status, text.stdout, text.stderr]).toEqual([1, '', expect.stringMatching(/^catalog: DATABASE_URL/)]);
    const silent = await start({ ...away, LOG_LEVEL: 'silent' });
    expect([silent.status, silent.stdout, silent.stderr]).toEqual([1, '', text.stderr]);
  });
});
