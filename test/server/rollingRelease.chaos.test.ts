// Proves that a release runs beside the one before on one schema, and that an older one refuses a schema that lost
// something.

import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { importRecords, subscribeAt } from '../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { until } from '../support/until.ts';

/** `bin/catalog` of the previous release; unset: this build stands in for it. */
const { PREVIOUS_RELEASE } = process.env;
const root = fileURLToPath(new URL('../..', import.meta.url));
const EXPAND = {
  '20991231000000_expand_note': `ALTER TABLE anime ADD COLUMN note text`,
  '20991231000001_expand_note_index':
    '-- Outside a transaction: beside writers.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS anime_note ON anime (note)',
  '20991231000002_expand_fill': `-- Outside a transaction: in batches.
DO $$ BEGIN
  LOOP
    UPDATE anime SET note = '' WHERE id IN (SELECT id FROM anime WHERE note IS NULL LIMIT 5 FOR UPDATE SKIP LOCKED);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END $$`,
};

describeWith(['postgres', 'openssl'], 'a release beside the one before', () => {
  let authority: TestAuthority;
  let receiver: Receiver;
  let database: TestDatabase;
  let folder: string;
  const running: CatalogService[] = [];

  beforeAll(async () => {
    authority = await createAuthority();
    receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) =>
      response.writeHead(204).end(),
    );
    // The one before makes the tables, the next brings them up.
    database = await createTestDatabase({ template: 'empty' });
    folder = await mkdtemp(join(tmpdir(), 'catalog-releases-'));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await receiver?.close();
    await authority?.remove();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  /** The built program as a release of its own, with further migrations. @returns its command */
  const release = async (name: string, migrations: Readonly<Record<string, string>>): Promise<string> => {
    const at = join(folder, name);
    for (const part of ['bin', 'dist', 'package.json']) await cp(join(root, part), join(at, part), { recursive: true });
    await symlink(join(root, 'node_modules'), join(at, 'node_modules'));
    for (const [migration, sql] of Object.entries(migrations)) {
      await mkdir(join(at, 'dist/migrations', migration));
      await writeFile(join(at, 'dist/migrations', migration, 'migration.sql'), sql);
    }
    return join(at, 'bin/catalog');
  };
  const start = async (command: string): Promise<CatalogService> => {
    const service = await startCatalog(
      {
        DATABASE_URL: database.url,
        START_PATIENCE_S: '20',
        NODE_EXTRA_CA_CERTS: authority.file,
        WEBHOOK_ALLOW_TARGETS: targetOf('localhost', receiver.port),
      },
      { command },
    );
    running.push(service);
    return service;
  };
  let published = 0;
  /** Publishes by one process; all webhooks and every process's search must have it. */
  const publishBy = async (service: CatalogService, beside: readonly CatalogService[]) => {
    await importRecords(service, newAnime(1 + published, 10));
    published += 10;
    await until(
      () => new Set(receiver.received.map(({ headers }) => headers['service-event-id'])).size === published,
      30_000,
    );
    for (const { publicUrl } of [service, ...beside]) {
      const found = async () =>
        (await (await fetch(`${publicUrl}/v1/anime?limit=100`)).json()) as { items: readonly unknown[] };
      expect((await found()).items).toHaveLength(Math.min(100, published));
      await until(async () => {
        const answer = await fetch(`${publicUrl}/v1/search?q=${encodeURIComponent(`Title ${published}`)}&limit=1`);
        return answer.status === 200 && ((await answer.json()) as { items: unknown[] }).items.length === 1;
      }, 30_000);
    }
  };

  test('both publish and deliver, and the one before starts again, on a schema that was only expanded', async () => {
    const before = PREVIOUS_RELEASE ?? (await release('before', {}));
    const next = await release('next', EXPAND);
    const old = await start(before);
    expect(await subscribeAt(old, [`https://${targetOf('localhost', receiver.port)}/`])).toHaveLength(1);
    await publishBy(old, []);
    const young = await start(next);
    await publishBy(young, [old]);
    await publishBy(old, [young]);
    await old.stop();
    await publishBy(young, []);
    await young.stop();
    // Rolled back: the schema stays.
    await publishBy(await start(before), []);
  }, 240_000);

  test('the one before refuses a schema from which something was dropped, in one line', async () => {
    const after = await release('after', {
      ...EXPAND,
      '20991231010000_contract_note': 'ALTER TABLE anime DROP COLUMN note',
    });
    await publishBy(await start(after), []);
    await expect(start(await release('late', EXPAND))).rejects.toThrow(
      /database holds migration 20991231010000_contract_note, which this version does not know/,
    );
  }, 120_000);
});
