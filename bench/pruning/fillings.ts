import type pg from 'pg';

/** How the table of a rule is filled. */
export interface Filling {
  readonly variable: string;
  readonly table: string;
  /** Rows; $1: how many, $2: of what age, $3: how many there are of the rule. */
  readonly insert: string;
}

const WEBHOOKS = 100;
/** Rows of one INSERT. */
const PART = 500_000;
/** Of a publication. */
const EVENTS = 100;

const AT = `LATERAL (SELECT now() - $2::interval - ($1::int - n) * interval '1 millisecond' AS at) ended`;

export const fillings: Readonly<Record<string, Filling>> = {
  deliveries: {
    variable: 'WEBHOOK_RETENTION_DAYS',
    table: 'delivery',
    insert: `
      INSERT INTO delivery (id, subscription_id, event_id, event_position, kind, status, attempt, created_at, completed_at,
        first_started_at, first_duration_ms, first_status, first_response_body)
      SELECT gen_random_uuid(), hooks.ids[1 + n % ${WEBHOOKS}], gen_random_uuid(), $3 + n, 'anime.created', 'delivered', 1, at, at, at, 12, 200, 'ok'
      FROM (SELECT array_agg(id) AS ids FROM subscription WHERE name = 'pruning') hooks, generate_series(1, $1::int) n, ${AT}`,
  },
  'audit-events': {
    variable: 'AUDIT_RETENTION_DAYS',
    table: 'audit_event',
    insert: `
      INSERT INTO audit_event (id, at, kind, outcome, actor, object)
      SELECT gen_random_uuid(), at, 'createApiKey', 'done', 'tool:bench' || n % 100, ($3 + n)::text FROM generate_series(1, $1::int) n, ${AT}`,
  },
  proposals: {
    variable: 'PROPOSAL_RETENTION_DAYS',
    table: 'proposal',
    insert: `
      INSERT INTO proposal (id, type, source, source_id, record, reason, candidates, status, decided_at)
      SELECT gen_random_uuid(), 'anime', 'pruning', ($3 + n)::text, json_build_object('type', 'anime', 'synopsis', repeat(md5(n::text), 10))::jsonb,
        'review_requested', '{}', 'approved', at FROM generate_series(1, $1::int) n, ${AT}`,
  },
  tombstones: {
    variable: 'TOMBSTONE_RETENTION_DAYS',
    table: 'anime_tombstone',
    insert: `
      INSERT INTO anime_tombstone (anime_id, version, changed_in)
      SELECT gen_random_uuid(), microseconds(at), 3 FROM generate_series(1, $1::int) n, ${AT} WHERE $3::int >= 0`,
  },
  // The last of all: it stands at the head of the log.
  events: {
    variable: 'EVENT_RETENTION_DAYS',
    table: 'event',
    insert: `
      WITH head AS (UPDATE publication_head SET position = position + $1::int WHERE $3::int >= 0 RETURNING position - $1::int AS position),
      made AS (
        SELECT n, head.position + n AS position, at, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
          || '8' || substr(md5(($3::int + n)::text || 'x'), 1, 15))::uuid AS id, ('00000000-0000-7000-8000-' || lpad(to_hex(head.position + n - (n - 1) % ${EVENTS}), 12, '0'))::uuid AS publication
        FROM head, generate_series(1, $1::int) n, ${AT}
      ), published AS (
        INSERT INTO publication (id, kind, actor, created_at) SELECT publication, 'import', 'bench', min(at) FROM made GROUP BY publication
      )
      INSERT INTO event (position, id, publication_id, kind, anime_id, revision, payload, occurred_at)
      SELECT position, id, publication, 'anime.updated', gen_random_uuid(), 1,
        (SELECT string_agg(md5(position::text || part), '') FROM generate_series(1, 30) part), at FROM made`,
  },
};

/** The webhooks of the deliveries. They have no place in the log: session_replication_role is `replica`. */
export async function addFilledWebhooks(client: pg.Client): Promise<void> {
  await client.query(`
    WITH owner AS (INSERT INTO application (id, name, owner) VALUES (gen_random_uuid(), 'pruning', 'bench') RETURNING id)
    INSERT INTO subscription (id, application_id, name, url, events, secret, status, start_position)
    SELECT gen_random_uuid(), owner.id, 'pruning', 'https://hooks.example.org/', '{anime.created}', '', 'enabled', 0
    FROM owner, generate_series(1, ${WEBHOOKS})`);
}

/**
 * Fills a table, in parts.
 * @param age of the youngest row, as an interval
 * @param filled rows of the filling that are there
 */
export async function fillRows(
  client: pg.Client,
  { insert }: Filling,
  rows: number,
  age: string,
  filled = 0,
): Promise<void> {
  for (let done = 0; done < rows; done += PART)
    await client.query(insert, [Math.min(PART, rows - done), age, filled + done]);
}
