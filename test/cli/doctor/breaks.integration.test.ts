import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askPostgres } from '../../support/askPostgres.ts';
import { createTestDatabase, type TestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { runCatalog } from '../../support/runCatalog.ts';
import { runInProcess } from '../../support/runInProcess.ts';

interface Check {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly remedy: string | null;
}
type Variables = Readonly<Record<string, string>>;

describeWith(['postgres'], 'catalog doctor without a service', () => {
  const role = `doctor_${randomBytes(4).toString('hex')}`;
  let used: TestDatabase;
  let empty: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    [used, empty] = [await createTestDatabase(), await createTestDatabase({ template: 'empty' })];
    dataDir = await mkdtemp(join(tmpdir(), 'catalog-doctor-'));
    await askPostgres(used.url, `CREATE ROLE ${role} LOGIN PASSWORD 'of-a-test'`);
    const shared = `'fingerprint:CURSOR_SECRET', '{"salt":"s","hmacs":["h"]}'`;
    await askPostgres(used.url, `INSERT INTO service_state (name, value) VALUES (${shared})`);
  }, 60_000);
  afterAll(async () => {
    await askPostgres(used.url, `DROP ROLE ${role}`);
    await Promise.all([used?.drop(), empty?.drop()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  const asRole = (url: string) => Object.assign(new URL(url), { username: role, password: 'of-a-test' }).href;
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://catalog.example.org' };
  const breaks: readonly (readonly [what: string, variables: () => Variables, check: string, RegExp, RegExp])[] = [
    [
      'secrets lost',
      () => ({ DATABASE_URL: used.url }),
      'secrets',
      /CURSOR_SECRET is neither/,
      /secrets forget CURSOR/,
    ],
    ['Redis away', () => ({ REDIS_URL: 'redis://127.0.0.1:1' }), 'redis', /ECONNREFUSED/, /REDIS_URL reaches it/],
    [
      'no CREATE',
      () => ({ DATABASE_URL: asRole(empty.url) }),
      'migrations',
      /baseline/,
      /GRANT USAGE, CREATE ON SCHEMA/,
    ],
    ['no rights', () => ({ DATABASE_URL: asRole(used.url) }), 'database', /permission denied/, /owner of the tables/],
    [
      'no database',
      () => ({ DATABASE_URL: Object.assign(new URL(used.url), { pathname: '/no_such' }).href }),
      ...(['database', /"no_such" does not exist/, /createdb/] as const),
    ],
    [
      'no role',
      () => ({ DATABASE_URL: Object.assign(new URL(used.url), { username: 'no_such' }).href }),
      ...(['database', /no_such/, /createuser/] as const),
    ],
    ['TRUST_PROXY unset', () => production, 'configuration', /TRUST_PROXY is unset/, /Set TRUST_PROXY/],
    [
      'a misspelt copy',
      () => ({ REDIS_URL: 'redis://127.0.0.1:1', REDIS_URl: 'redis://redis' }),
      ...(['configuration', /Roles/, /REDIS_URl is no variable/] as const),
    ],
  ];
  test.each(breaks)(
    '%s: is named with its remedy, and without a stack',
    async (_what, variables, name, detail, remedy) => {
      const environment = { DATA_DIR: dataDir, INTERNAL_PORT: '1', PORT: '0', HOST: '127.0.0.1', ...variables() };
      const { status, stdout, stderr } = await runInProcess(['doctor', '--json'], { environment });
      expect([status, stderr]).toEqual([1, '']);
      const { items } = JSON.parse(stdout) as { readonly items: readonly Check[] };
      const found = items.filter((item) => item.name === name && item.remedy !== null);
      expect(found.map((item) => [item.detail, item.remedy])).toContainEqual([
        expect.stringMatching(detail),
        expect.stringMatching(remedy),
      ]);
    },
  );

  test('a start as a role without rights is refused in one line', async () => {
    const environment = { DATA_DIR: dataDir, INTERNAL_PORT: '0', PORT: '0', DATABASE_URL: asRole(used.url) };
    const { status, stderr } = await runCatalog(['serve'], { environment: { ...environment, LOG_LEVEL: 'silent' } });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^catalog: DATABASE_URL: .*owner of the tables\n$/)]);
  });
});
