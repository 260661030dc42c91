import type pg from 'pg';
import { verifySignature } from '../../../docs/webhooks/verifySignature.ts';
import type { ReceivedRequest } from '../../support/tls/startReceiver.ts';

/** What receivers got, beside what the tables say that they were owed. */
export interface Receipts {
  /** Events of the log times webhooks. */
  readonly owed: number;
  readonly received: number;
  /** Deliveries that never came. */
  readonly missing: number;
  /** Requests beyond the first of a delivery. */
  readonly duplicates: number;
  /** Deliveries that came more often than workers died that had begun them, and once. */
  readonly unexcused: number;
  /** Requests whose event, body or signature is not what it is to be. */
  readonly wrong: number;
  /** Attempts in the log beyond one a delivery: a crash spends none. */
  readonly spent: number;
}

/**
 * @param webhooks in the order of the paths `/0`, `/1` …
 * @param begun what each worker that died had begun and not written
 */
export async function judgeReceipts(
  client: pg.Client,
  received: readonly ReceivedRequest[],
  webhooks: readonly { readonly id: string; readonly secret: string }[],
  begun: readonly (readonly string[])[],
): Promise<Receipts> {
  const { rows } = await client.query<{ id: string; eventId: string; webhookId: string; payload: string }>(
    `SELECT d.id, d.event_id AS "eventId", d.webhook_id AS "webhookId", e.payload
     FROM delivery d JOIN event e ON e.position = d.event_position`,
  );
  const events = await count(client, 'SELECT count(*)::int AS number FROM event');
  const owed = new Map(rows.map((row) => [row.id, row]));
  const times = new Map<string, number>();
  let wrong = 0;
  for (const { headers, body, path, at } of received) {
    const id = String(headers['service-delivery-id']);
    times.set(id, (times.get(id) ?? 0) + 1);
    const delivery = owed.get(id);
    const webhook = webhooks[Number(path.slice(1))];
    const isRight =
      delivery?.webhookId === webhook?.id &&
      delivery?.eventId === headers['service-event-id'] &&
      delivery?.payload === body.toString() &&
      verifySignature({
        secrets: [webhook?.secret ?? ''],
        timestamp: String(headers['service-timestamp']),
        signature: String(headers['service-signature']),
        body,
        now: at / 1000,
      });
    if (!isRight) wrong += 1;
  }
  const deaths = new Map<string, number>();
  for (const id of begun.flat()) deaths.set(id, (deaths.get(id) ?? 0) + 1);
  return {
    owed: events * webhooks.length,
    received: received.length,
    missing: rows.filter(({ id }) => !times.has(id)).length + (events * webhooks.length - rows.length),
    duplicates: received.length - times.size,
    unexcused: [...times].filter(([id, number]) => number > 1 + (deaths.get(id) ?? 0)).length,
    wrong,
    spent: await count(
      client,
      `
      SELECT count(*)::int + (SELECT count(*)::int FROM delivery WHERE first_started_at IS NOT NULL) - ${rows.length} AS number FROM delivery_attempt`,
    ),
  };
}

async function count(client: pg.Client, text: string): Promise<number> {
  return (await client.query<{ number: number }>(text)).rows[0]?.number ?? 0;
}
