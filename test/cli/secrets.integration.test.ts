import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'catalog-rotation-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

interface Page {
  readonly page: { readonly nextCursor: string | null };
}

const RECORDS = ['1', '2']
  .map((sourceId) =>
    JSON.stringify({ type: 'anime', source: 'mal', sourceId, titles: [{ title: `Anime ${sourceId}` }] }),
  )
  .join('\n');

/** The whole way of an operator whose doctor has told him that others can read the secret, advice followed to the letter. */
async function rotate(variables: Record<string, string>): Promise<void> {
  const environment = { DATA_DIR: dataDir, ...variables };
  const start = () => startCatalog({ CURSOR_SECRET: '', SEARCH: 'off', ...environment });
  const doctor = async (service: CatalogService | null) => {
    const { stdout } = await runCatalog(['doctor', '--json'], {
      environment: service === null ? { INTERNAL_PORT: '1', INTERNAL_TOKEN: 'x', ...environment } : service.environment,
    });
    const checks = (JSON.parse(stdout) as { items: { name: string; status: string; remedy: string | null }[] }).items;
    return checks.filter(({ name }) => name === 'secrets').at(-1);
  };
  const path = join(dataDir, 'cursor-secret');
  const secret = async () => (await readFile(path, 'utf8')).trim();

  const first = await start();
  expect((await runCatalog(['import', '-'], { environment: first.environment, input: RECORDS })).status).toBe(0);
  const list = await fetch(`${first.publicUrl}/v1/anime?limit=1`);
  const { nextCursor } = ((await list.json()) as Page).page;
  const tag = list.headers.get('etag') ?? '';
  await chmod(path, 0o644);
  const warned = await doctor(first);
  expect(warned).toMatchObject({ status: 'warning', remedy: expect.stringContaining(`chmod 600 ${path}`) });
  await chmod(path, 0o600);
  const leaked = await secret();

  const [, ...command] =
    /npx --no -- (catalog secrets rotate CURSOR_SECRET)/.exec(warned?.remedy ?? '')?.[1]?.split(' ') ?? [];
  expect((await runCatalog(command, { environment })).status).toBe(0);
  expect(await doctor(first)).toMatchObject({ status: 'warning', remedy: expect.stringContaining('Restart') });
  await first.stop();

  const second = await start();
  expect(await doctor(second)).toMatchObject({ status: 'ok' });
  // Walks go on, and no page that a client keeps is revived with a cursor that will end.
  expect((await fetch(`${second.publicUrl}/v1/anime?limit=1&after=${nextCursor}`)).status).toBe(200);
  expect((await fetch(`${second.publicUrl}/v1/anime?limit=1`, { headers: { 'if-none-match': tag } })).status).toBe(200);
  expect((await runCatalog(command, { environment })).status).toBe(0);
  await second.stop();

  const third = await start();
  expect((await fetch(`${third.publicUrl}/v1/anime?limit=1&after=${nextCursor}`)).status).toBe(400);
  await third.stop();
  expect(await secret()).not.toContain(leaked);

  // Lost: the doctor says so before the start does, and the way out needs no SQL.
  await rm(path);
  const refused = await runCatalog(['serve'], {
    environment: { PORT: '0', INTERNAL_PORT: '0', ...environment },
  });
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/CURSOR_SECRET is none of those/)]);
  const lost = await doctor(null);
  expect(lost).toMatchObject({
    status: 'failed',
    remedy: expect.stringContaining('catalog secrets forget CURSOR_SECRET'),
  });
  expect((await runCatalog(['secrets', 'forget', 'CURSOR_SECRET'], { environment })).status).toBe(0);
  await (await start()).stop();
}

describe('the cursor secret, rotated', () => {
  it('on the embedded database, whose files others cannot reach', async () => {
    await mkdir(join(dataDir, 'database'), { mode: 0o755 });
    await chmod(dataDir, 0o755);
    await rotate({});
    expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
  }, 300_000);
});

describeWith(['postgres'], 'the cursor secret, rotated on PostgreSQL', () => {
  it('without an interruption', async () => {
    const database = await createTestDatabase();
    try {
      await rotate({ DATABASE_URL: database.url });
    } finally {
      await database.drop();
    }
  }, 300_000);
});
