import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { runInProcess } from '../support/runInProcess.ts';

interface Page {
  readonly page: { readonly nextCursor: string | null };
}

const RECORDS = ['1', '2']
  .map((sourceId) =>
    JSON.stringify({ type: 'anime', source: 'mal', sourceId, titles: [{ title: `Anime ${sourceId}` }] }),
  )
  .join('\n');

describeWith(['postgres'], 'secrets that processes share', () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'catalog-rotation-'));
  });
  afterAll(async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The whole way of an operator whose doctor has told him that others can read the secret, advice followed to the letter. */
  test('the cursor secret is rotated, and forgotten when it is lost', async () => {
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const start = () => openTestService(environment);
    const doctor = async (service: TestService | null) => {
      const { stdout } = await runInProcess(['doctor', '--json'], {
        environment: service?.environment ?? { INTERNAL_PORT: '1', INTERNAL_TOKEN: 'x', ...environment },
      });
      const checks = (JSON.parse(stdout) as { items: { name: string; status: string; remedy: string | null }[] }).items;
      return checks.filter(({ name }) => name === 'secrets').at(-1);
    };
    const path = join(dataDir, 'cursor-secret');
    const secret = async () => (await readFile(path, 'utf8')).trim();

    const first = await start();
    expect((await runInProcess(['import', '-'], { environment: first.environment, input: RECORDS })).status).toBe(0);
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
    expect((await runInProcess(command, { environment })).status).toBe(0);
    expect(await doctor(first)).toMatchObject({ status: 'warning', remedy: expect.stringContaining('Restart') });
    await first.end();

    const second = await start();
    expect(await doctor(second)).toMatchObject({ status: 'ok' });
    // Walks go on, and no page that a client keeps is revived with a cursor that will end.
    expect((await fetch(`${second.publicUrl}/v1/anime?limit=1&after=${nextCursor}`)).status).toBe(200);
    expect((await fetch(`${second.publicUrl}/v1/anime?limit=1`, { headers: { 'if-none-match': tag } })).status).toBe(
      200,
    );
    expect((await runInProcess(command, { environment })).status).toBe(0);
    await second.end();

    const third = await start();
    expect((await fetch(`${third.publicUrl}/v1/anime?limit=1&after=${nextCursor}`)).status).toBe(400);
    await third.end();
    expect(await secret()).not.toContain(leaked);

    // Lost: the doctor says so before the start does, and the way out needs no SQL.
    await rm(path);
    await expect(start()).rejects.toThrow(/CURSOR_SECRET is none of those/);
    expect(await doctor(null)).toMatchObject({
      status: 'failed',
      remedy: expect.stringContaining('catalog secrets forget CURSOR_SECRET'),
    });
    expect((await runInProcess(['secrets', 'forget', 'CURSOR_SECRET'], { environment })).status).toBe(0);
    await (await start()).end();
  }, 120_000);
});
