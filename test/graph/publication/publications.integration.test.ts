import { expect, test } from '@jest/globals';
import pg from 'pg';
import type { TransactionClient } from '../../../src/database/database.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { importCatalog } from '../../../src/graph/import/importCatalog.ts';
import type { PublishedEvent } from '../../../src/graph/publication/changes.ts';
import { onPublication } from '../../../src/graph/publication/publicationSignal.ts';
import { createPublications } from '../../../src/graph/publication/publications.ts';
import { publicError } from '../../../src/graph/schema/publicError.ts';
import { publicResources } from '../../../src/rest/publicResources.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { runSeed } from '../../support/randomCases.ts';
import { animeRecord, episodeRecord } from '../../support/records.ts';
import { until } from '../../support/until.ts';
import { seededRandom } from '../seedRows.ts';

describeWith(['postgres'], 'publication', () => {
  const record = (sourceId: string, more = {}) =>
    animeRecord('mal', sourceId, { titles: [{ title: `Anime ${sourceId}` }], ...more });
  const episode = (animeId: string, number: number, more = {}) => episodeRecord('mal', animeId, number, more);

  const catalog = ofSuite(() => openTestCatalog({ poolSize: 40 }));

  const events = () => catalog.database.client.event.findMany({ orderBy: { position: 'asc' } });

  test('an unchanged re-import writes nothing', async () => {
    const first = await catalog.import([record('a', { year: 2013 })]);
    const rows = () =>
      catalog.database.client.$queryRaw<{ rows: string }[]>`
        SELECT (SELECT json_agg(a.* ORDER BY id) FROM anime a)::text || (SELECT json_agg(s.* ORDER BY id) FROM source_record s)::text
          || (SELECT count(*) FROM publication)::text AS rows`;
    const before = await rows();
    const second = await catalog.import([record('a', { year: 2013 })]);
    expect(second).toMatchObject({ unchanged: 1, position: first.position });
    expect(await rows()).toEqual(before);
  });

  test('what no reader sees leaves the time of the update, one thing alone or two at once', async () => {
    const hidden = [
      { popularity: 3 },
      { titles: [{ title: 'Anime hidden', kind: 'official' }] },
      { titles: [{ title: 'Anime hidden', kind: 'synonym' }], popularity: 8 },
    ];
    await catalog.import([record('hidden')]);
    const stored = () => catalog.database.client.anime.findFirstOrThrow({ where: { title: 'Anime hidden' } });
    const { updatedAt } = await stored();
    for (const more of hidden) {
      await catalog.import([record('hidden', more)]);
      expect(await stored()).toMatchObject({ revision: 1, updatedAt });
    }
    const titles = await catalog.database.client.animeTitle.findMany({ where: { title: 'Anime hidden' } });
    expect([await stored(), titles]).toMatchObject([{ popularity: 8 }, [{ kind: 'synonym' }]]);
  });

  test('an anime is created before its episodes, and a first confirmation wins over an update', async () => {
    const { position } = await catalog.import([]);
    await catalog.import([
      record('c'),
      episode('c', 1, { status: 'scheduled', scheduledAt: '2013-01-01T00:00:00Z' }),
      episode('c', 1, { status: 'released', releasedAt: '2013-01-01T00:01:00Z' }),
    ]);
    const published = (await events()).filter((event) => event.position > position);
    expect(published.map(({ kind }) => kind)).toEqual(['anime_created', 'episode_released']);
  });

  test('episode.released comes once ever', async () => {
    const { position } = await catalog.import([]);
    const released = { status: 'released', releasedAt: '2013-01-08T00:01:00Z' };
    for (const step of [{ status: 'delayed' }, released, { status: 'scheduled' }, released]) {
      await catalog.import([episode('c', 2, step)]);
    }
    const published = (await events()).filter((event) => event.position > position);
    expect(published.map(({ kind }) => kind)).toEqual([
      'episode_updated',
      'episode_released',
      'episode_updated',
      'episode_updated',
    ]);
    expect(published.map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
  });

  test('an event by hand is refused, in a transaction too', async () => {
    await expect(catalog.database.client.event.deleteMany({ where: { position: -1n } })).resolves.toEqual({ count: 0 });
    await expect(catalog.database.client.event.createMany({ data: [] })).rejects.toThrow(/never written by hand/);
    await expect(
      catalog.publications.transaction(({ client }) => client.event.createMany({ data: [] })),
    ).rejects.toThrow(/never written by hand/);
    await expect(catalog.database.root.event.updateMany({ data: { payload: '' } })).rejects.toThrow(
      /never written by hand/,
    );
    await expect(
      catalog.database.transaction((client) => client.event.updateMany({ data: { payload: '' } })),
    ).rejects.toThrow(/never written by hand/);
  });

  test('nothing is published through a database without the extension, whose hooks would be missed', async () => {
    const database = await openDatabase({ url: catalog.url, dataDir: '', poolSize: 1 });
    const publications = createPublications(database, publicResources);
    const input = { records: [record('unextended')], review: false, dryRun: false, actor: null };
    await expect(importCatalog({ publications, now: catalog.now }, input)).rejects.toThrow(
      'without publicationExtension',
    );
    await database.close();
    expect(await catalog.database.client.anime.count({ where: { title: 'Anime unextended' } })).toBe(0);
  });

  test('a publication is no part of another transaction, which could end without it', async () => {
    const nothing = async () => {};
    await expect(catalog.database.transaction(() => catalog.publications.transaction(nothing))).rejects.toThrow(
      /a transaction of its own/,
    );
    await expect(catalog.publications.transaction(() => catalog.publications.transaction(nothing))).rejects.toThrow(
      /a transaction of its own/,
    );
  });

  test('a hook writes in the transaction: when it fails, nothing is left', async () => {
    const { position } = await catalog.import([]);
    const off = catalog.publications.on('published', async (tx, published) => {
      await tx.serviceState.create({ data: { name: 'hook', value: published.length } });
      throw new Error('the hook fails');
    });
    await expect(catalog.import([record('hooked')])).rejects.toThrow('the hook fails');
    off();
    expect(await catalog.database.client.serviceState.findUnique({ where: { name: 'hook' } })).toBeNull();
    expect(await catalog.database.client.anime.count({ where: { title: 'Anime hooked' } })).toBe(0);
    expect(await catalog.import([])).toMatchObject({ position });
  });

  test('what was retried is told of once, after the commit; the hook has run as often as it was tried', async () => {
    const hooked: string[][] = [];
    const off = catalog.publications.on('published', async (tx, published) => {
      hooked.push(published.map(({ payload }) => payload));
      // As PostgreSQL ends a transaction that it has chosen to resolve a deadlock.
      if (hooked.length < 3) await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'chosen' USING ERRCODE = '40P01'; END $$`;
    });
    const committed: PublishedEvent[][] = [];
    const seen: Promise<number>[] = [];
    const offCommitted = catalog.publications.onCommitted((published) => {
      committed.push([...published]);
      seen.push(catalog.database.client.anime.count({ where: { title: 'Anime retried' } }));
    });
    const { position } = await catalog.import([record('retried')]);
    off();
    expect(hooked).toHaveLength(3);
    expect(committed.map((published) => published.map(({ payload }) => payload))).toEqual([hooked.at(-1)]);
    expect(committed[0]?.[0]?.position).toBe(position);
    expect(await Promise.all(seen)).toEqual([1]);

    await catalog.import([record('retried')]);
    const offFailing = catalog.publications.on('published', () => Promise.reject(new Error('undone')));
    await expect(catalog.import([record('undone')])).rejects.toThrow('undone');
    offFailing();
    expect(committed).toHaveLength(1);
    offCommitted();
    await catalog.import([record('unheard')]);
    expect(committed).toHaveLength(1);
  });

  test('a turn that does not come in time is told as a database that is not available now', async () => {
    const waiting = catalog.database.session(async (holder) => {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM publication_head FOR UPDATE');
      const lock = (client: TransactionClient) => client.$queryRaw`SELECT 1 FROM publication_head FOR UPDATE`;
      const error: unknown = await catalog.database.transaction(lock, { timeoutMs: 300 }).catch((it: unknown) => it);
      await holder.query('ROLLBACK');
      return publicError(error);
    });
    expect(await waiting).toMatchObject({ code: 'service_unavailable' });
  });

  test('a listener that throws takes nothing away from the publication or from the others', async () => {
    let heard = 0;
    const offs = [
      catalog.publications.onCommitted(() => {
        throw new Error('a listener fails');
      }),
      catalog.publications.onCommitted(() => {
        heard += 1;
      }),
    ];
    await expect(catalog.import([record('heard')])).resolves.toMatchObject({ created: 1 });
    for (const off of offs) off();
    expect(heard).toBe(1);
  });

  test('other processes hear of a publication when it commits, and this one of theirs', async () => {
    const heard: (string | null)[] = [];
    const stopListening = catalog.database.listen('publication', (payload) => heard.push(payload));
    let woken = 0;
    const stop = onPublication(catalog.database, catalog.publications, () => {
      woken += 1;
    });
    // Each hears that the connection is there.
    await until(() => heard.length === 1 && woken === 1);
    await catalog.import([record('notified')]);
    await catalog.import([record('notified')]);
    await catalog.database.client.$executeRaw`SELECT pg_notify('publication', 'another process')`;
    await until(() => heard.length === 3 && woken >= 3);
    expect(heard).toEqual([null, expect.any(String), 'another process']);
    // Its own notification is none to it: it knows since the commit.
    expect(woken).toBe(3);
    await stop();
    await stopListening();
  });

  test("publishers see each other's work whatever isolation level the server defaults to", async () => {
    const strict = await openTestCatalog();
    const { client } = strict.database;
    await client.$executeRawUnsafe(
      `ALTER DATABASE "${new URL(strict.url).pathname.slice(1)}" SET default_transaction_isolation = 'repeatable read'`,
    );
    // Connections made from now on begin their transactions that way.
    await client.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await client.$executeRaw`SELECT pg_terminate_backend(pg_backend_pid())`.catch(() => {});
    const levels = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        strict.publications.transaction(async (publication) => {
          const rows = await publication.client.$queryRaw<
            { count: bigint }[]
          >`SELECT count(*) FROM service_state WHERE name LIKE 'turn %'`;
          await publication.client.serviceState.create({ data: { name: `turn ${turn}`, value: 0 } });
          return Number(rows[0]?.count);
        }),
      ),
    );
    expect(levels.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    await strict.close();
  });

  test(`32 publishers at once over shared records, some undone, some cut off: no gap, no loss, no stray (seed ${runSeed})`, async () => {
    const random = seededRandom(runSeed);
    const { position: start } = await catalog.import([]);
    const stop = { killing: true };
    const killer = (async () => {
      while (stop.killing) {
        await catalog.database.client.$executeRaw`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE '%transaction%' AND random() < 0.05`.catch(
          () => {},
        );
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    })();
    const off = catalog.publications.on('published', async () => {
      if (random() < 0.1) throw new Error('undone at random');
    });
    let next = 0;
    const outcomes = { done: 0, undone: 0 };
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        while (next < 120) {
          const turn = next++;
          const batch = Array.from({ length: 3 }, () => {
            const id = `shared-${Math.floor(random() * 20)}`;
            return random() < 0.5
              ? record(id, { year: 1990 + Math.floor(random() * 30), genres: [`Genre ${turn % 7}`] })
              : episode(id, 1 + (turn % 5), { sourceId: `${id}/1`, status: 'delayed' });
          });
          await catalog.import(batch).then(
            () => (outcomes.done += 1),
            () => (outcomes.undone += 1),
          );
        }
      }),
    );
    stop.killing = false;
    await killer;
    off();

    expect(outcomes.done + outcomes.undone).toBe(120);
    expect(outcomes.undone).toBeGreaterThan(3);
    const published = (await events()).filter((event) => event.position > start);
    expect(published.map(({ position }) => position)).toEqual(published.map((_, index) => start + BigInt(index + 1)));

    const anime = await catalog.database.client.anime.findMany({
      where: { title: { startsWith: 'Anime shared-' } },
      include: { episodes: true },
    });
    const latest = new Map(published.map((event) => [event.episodeId ?? event.animeId, event.revision]));
    for (const entity of anime.flatMap((it) => [it, ...it.episodes]))
      expect(latest.get(entity.id)).toBe(entity.revision);
    const counted = new Map<string, number[]>();
    for (const { episodeId, animeId, revision } of published)
      counted.set(episodeId ?? animeId, [...(counted.get(episodeId ?? animeId) ?? []), revision]);
    for (const revisions of counted.values()) expect(revisions).toEqual(revisions.map((_, index) => index + 1));
    for (const event of published) {
      const envelope = JSON.parse(event.payload) as { id: string; data: { id: string; revision: number } };
      expect(envelope).toMatchObject({
        id: event.id,
        data: { id: event.episodeId ?? event.animeId, revision: event.revision },
      });
    }
  }, 180_000);
});

describeWith(['postgres'], 'genres, studios and anime renamed by hand while imports run', () => {
  const COUNT = 120;

  const catalog = ofSuite(openTestCatalog);

  /** Every batch touches every anime and gives it genres and studios anew. */
  const batch = (round: number) =>
    Array.from({ length: COUNT }, (_, n) => ({
      ...{ type: 'anime', source: 'mal', sourceId: `${(n * 7 + round) % COUNT}`, year: 1960 + (round % 60) },
      titles: [{ title: `Series ${(n * 7 + round) % COUNT} of ${round}` }],
      genres: ['Action', `Genre ${round % 5}`, `Genre ${(round + n) % 9}`],
      studios: ['Madhouse', `Studio ${(round + n) % 7}`],
    }));

  test('meet no deadlock', async () => {
    await catalog.import(batch(0));
    let importing = true;
    let renames = 0;
    const editor = async (table: 'genre' | 'studio' | 'anime') => {
      const client = new pg.Client({ connectionString: catalog.url });
      await client.connect();
      try {
        for (let round = 0; importing; round += 1) {
          const values = table === 'anime' ? 'title = $1 || $2' : 'name = $1, slug = $2';
          await client.query('BEGIN');
          const { rowCount } = await client.query(
            `UPDATE ${table} SET ${values} WHERE id = (SELECT id FROM ${table} ORDER BY id OFFSET $3 LIMIT 1)`,
            [`Renamed ${round % 3}`, `renamed-${table}-${round}`, round % 4],
          );
          await client.query('COMMIT');
          renames += rowCount ?? 0;
        }
      } finally {
        await client.end();
      }
    };
    const importer = async () => {
      for (let round = 1; round <= 10 || renames <= 3; round += 1) {
        const { rejected } = await catalog.import(batch(round));
        expect(rejected).toBe(0);
      }
    };
    await Promise.all([
      importer().finally(() => (importing = false)),
      editor('genre'),
      editor('studio'),
      editor('anime'),
    ]);
    expect(renames).toBeGreaterThan(3);
  }, 60_000);
});
