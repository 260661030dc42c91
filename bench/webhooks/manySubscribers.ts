import { disableWebhook } from '../../src/graph/webhook/webhookState.ts';
import type { TestCatalog } from '../../test/support/openTestCatalog.ts';
import { newApplication, subscribe, testWebhookPorts } from '../../test/support/webhooks.ts';
import { percentile } from '../search/percentile.ts';

const WEBHOOKS = 10_000;
const CHANGES = 1_000;
const ROUNDS = 5;
const WAITING = 1_000_000;
/** Webhooks for which they wait, ended one after the other. */
const ENDED = 11;
/** Events that are added in one statement: it has little time. */
const PART = 100_000;

/** What a publication costs. */
interface Publication {
  /** From the first statement of the import to its commit. */
  readonly milliseconds: number;
  readonly walBytes: number;
}

/**
 * A publication of a thousand changes with ten thousand webhooks that want them beside one with none, in rounds that
 * alternate, and the end of webhooks for which a million events wait.
 * @param publish imports so many new anime, each of which becomes one event
 */
export async function manySubscribers(catalog: TestCatalog, publish: (count: number) => Promise<void>) {
  const { client } = catalog.database;
  await client.$executeRaw`UPDATE subscription SET status = 'disabled' WHERE status = 'enabled'`;
  const applicationId = await newApplication(catalog.database);
  await client.$executeRaw`
    INSERT INTO subscription (id, application_id, name, url, events, secret, status, start_position)
    SELECT gen_random_uuid(), ${applicationId}::uuid, 'many', 'https://hooks.example.org/', '{anime.created}', '', 'disabled', 0
    FROM generate_series(1, ${WEBHOOKS}::int)`;
  const alone: Publication[] = [];
  const beside: Publication[] = [];
  await publish(CHANGES);
  for (let round = 0; round < ROUNDS; round += 1) {
    await client.$executeRaw`UPDATE subscription SET status = 'disabled' WHERE name = 'many'`;
    alone.push(await measured());
    await client.$executeRaw`UPDATE subscription SET status = 'enabled' WHERE name = 'many'`;
    beside.push(await measured());
  }
  await client.$executeRaw`UPDATE subscription SET status = 'disabled' WHERE name = 'many'`;
  return {
    publicationOfAThousand: { withNone: medianOf(alone), withTenThousandWebhooks: medianOf(beside) },
    disabledWithAMillionWaitingMs: await disabledWithAMillionWaiting(catalog),
  };

  async function measured(): Promise<Publication> {
    await client.$executeRaw`CHECKPOINT`;
    const before = await walPosition();
    const began = performance.now();
    await publish(CHANGES);
    return { milliseconds: performance.now() - began, walBytes: (await walPosition()) - before };
  }

  async function walPosition(): Promise<number> {
    const [row] = await client.$queryRaw<{ position: number }[]>`
      SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS position`;
    return row?.position ?? Number.NaN;
  }
}

function medianOf(publications: readonly Publication[]): Publication {
  return {
    milliseconds: percentile(
      publications.map(({ milliseconds }) => milliseconds),
      0.5,
    ),
    walBytes: percentile(
      publications.map(({ walBytes }) => walBytes),
      0.5,
    ),
  };
}

/** The first end and the median of all, in milliseconds. The events are copies of the last one: their bodies are not looked at. */
async function disabledWithAMillionWaiting(catalog: TestCatalog): Promise<{ first: number; median: number }> {
  const { client } = catalog.database;
  const urls = Array.from({ length: ENDED }, (_, n) => `https://localhost:9/hook${n}`);
  const webhooks = await subscribe(catalog, testWebhookPorts(['localhost:9']), urls);
  for (let added = 0; added < WAITING; added += PART) {
    await client.$executeRaw`
      WITH moved AS (UPDATE publication_head SET position = position + ${PART}::int WHERE id = 1 RETURNING position - ${PART}::int AS position)
      INSERT INTO event (position, id, publication_id, kind, anime_id, revision, payload, occurred_at)
      SELECT m.position + n, gen_random_uuid(), e.publication_id, e.kind, e.anime_id, e.revision, '{}', e.occurred_at
      FROM moved m, (SELECT * FROM event ORDER BY position DESC LIMIT 1) e, generate_series(1, ${PART}::int) n`;
  }
  const took: number[] = [];
  for (const { id } of webhooks) {
    const began = performance.now();
    await disableWebhook(catalog.publications, id, null);
    took.push(performance.now() - began);
  }
  return { first: took[0] ?? Number.NaN, median: percentile(took, 0.5) };
}
