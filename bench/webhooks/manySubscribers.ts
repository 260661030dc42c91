import { setTimeout as sleep } from 'node:timers/promises';
import type { TestCatalog } from '../../test/support/openTestCatalog.ts';
import { newApplication } from '../../test/support/webhooks.ts';
import { percentile } from '../percentile.ts';

const WEBHOOKS = 10_000;
const CHANGES = 1_000;
const ROUNDS = 5;
/** A turn that is free takes less. */
const FREE_TURN_MS = 5;
/** More than the pool keeps open. */
const SESSIONS = 32;

/** How many webhooks are there beside an import. */
const BESIDE = [0, 100, WEBHOOKS] as const;

/** What a publication costs. */
interface Publication {
  /** From the first statement of the import to its commit. */
  readonly milliseconds: number;
  /** How long another publisher waits for its turn, in all. */
  readonly lockedMs: number;
  readonly walBytes: number;
  /** Inserted, updated and deleted. */
  readonly rows: number;
}

/**
 * A publication of a thousand changes beside none, a hundred and ten thousand webhooks that want them, in rounds that
 * alternate.
 * @param publish imports so many new anime, each of which becomes one event
 */
export async function manySubscribers(catalog: TestCatalog, publish: (count: number) => Promise<void>) {
  const { client } = catalog.database;
  await client.$executeRaw`UPDATE subscription SET status = 'disabled' WHERE status = 'enabled'`;
  const applicationId = await newApplication(catalog.database);
  await client.$executeRaw`
    INSERT INTO subscription (id, application_id, name, url, events, secret, status, start_position)
    SELECT gen_random_uuid(), ${applicationId}::uuid, 'many ' || n, 'https://hooks.example.org/', '{anime.created}', '', 'disabled', 0
    FROM generate_series(1, ${WEBHOOKS}::int) n`;
  const measured = BESIDE.map((webhooks) => ({ webhooks, publications: [] as Publication[] }));
  await publish(CHANGES);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { webhooks, publications } of measured) {
      // Ten thousand rows take longer than a statement of the service may.
      await catalog.database.session((connection) =>
        connection.query(
          `UPDATE subscription SET status = wanted.status
           FROM (SELECT id, CASE WHEN substr(name, 6)::int <= $1 THEN 'enabled' ELSE 'disabled' END::subscription_status
                 FROM subscription WHERE name LIKE 'many %') AS wanted (id, status)
           WHERE subscription.id = wanted.id AND subscription.status <> wanted.status`,
          [webhooks],
        ),
      );
      publications.push(await measurePublication(catalog, () => publish(CHANGES)));
    }
  }
  await client.$executeRaw`UPDATE subscription SET status = 'disabled' WHERE name LIKE 'many %'`;
  return {
    publicationOfAThousand: measured.map(({ publications, webhooks }) => ({ webhooks, ...medianOf(publications) })),
  };
}

async function measurePublication(catalog: TestCatalog, publish: () => Promise<void>): Promise<Publication> {
  const { client } = catalog.database;
  await catalog.database.session((connection) => connection.query('CHECKPOINT'));
  const before = await counters(catalog);
  let isDone = false;
  let lockedMs = 0;
  const waiting = (async () => {
    while (!isDone) {
      const began = performance.now();
      await client.$queryRaw`SELECT FROM publication_head WHERE id = 1 FOR SHARE`;
      const took = performance.now() - began;
      if (took > FREE_TURN_MS) lockedMs += took;
      await sleep(1);
    }
  })();
  const began = performance.now();
  await publish();
  const milliseconds = performance.now() - began;
  isDone = true;
  await waiting;
  const after = await counters(catalog);
  return { milliseconds, lockedMs, walBytes: after.wal - before.wal, rows: after.rows - before.rows };
}

async function counters({ database: { client } }: TestCatalog): Promise<{ wal: number; rows: number }> {
  // An idle session reports its counts after ten seconds, if not asked; as many at once reach each session of the pool.
  await Promise.all(
    Array.from(
      { length: SESSIONS },
      () => client.$queryRaw`SELECT pg_stat_force_next_flush()::text, pg_sleep(0.1)::text`,
    ),
  );
  await sleep(100);
  const [row] = await client.$queryRaw<{ wal: number; rows: number }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal,
           (tup_inserted + tup_updated + tup_deleted)::float8 AS rows
    FROM pg_stat_database WHERE datname = current_database()`;
  if (row === undefined) throw new Error('the database has no counters');
  return row;
}

function medianOf(publications: readonly Publication[]): Publication {
  const median = (figure: keyof Publication) =>
    percentile(
      publications.map((publication) => publication[figure]),
      0.5,
    );
  return {
    milliseconds: median('milliseconds'),
    lockedMs: median('lockedMs'),
    walBytes: median('walBytes'),
    rows: median('rows'),
  };
}
