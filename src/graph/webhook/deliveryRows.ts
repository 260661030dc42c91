import DataLoader from 'dataloader';
import type { TransactionClient } from '../../database/database.ts';
import type { Delivery, DeliveryAttempt, Prisma } from '../../database/generated/client.ts';
import { lockRow } from '../../database/lockRow.ts';
import { notFound } from '../model/errors.ts';
import type { DeliveryKind, DeliveryStatus } from '../model/vocabulary.ts';
import { type LoaderSources, relationLoader } from '../reading/loaders.ts';
import { attemptHeaders } from './deliveryHeaders.ts';
import { tlsReason } from './tlsReason.ts';

const select = {
  id: true,
  webhookId: true,
  eventId: true,
  kind: true,
  status: true,
  cycle: true,
  attempt: true,
  eventPosition: true,
  generation: true,
  nextAttemptAt: true,
  createdAt: true,
  completedAt: true,
  webhook: { select: { generation: true, lastEndedAt: true } },
} as const;

/** The node behind the graph's Delivery; its attempts are read on demand. */
export type DeliveryNode = ReturnType<typeof deliveryNode>;

async function findDeliveries(client: TransactionClient, ids: readonly string[]): Promise<DeliveryNode[]> {
  const stored = await client.delivery.findMany({ where: { id: { in: [...ids] } }, select });
  return stored.map(deliveryNode);
}

/** Deliveries by id; null for an unknown one. */
export const deliveryLoader = ({ database: { client } }: LoaderSources) =>
  new DataLoader<string, DeliveryNode | null>(async (ids) => {
    const found = new Map((await findDeliveries(client, ids)).map((delivery) => [delivery.id, delivery]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** Locks a delivery until the transaction ends. @throws CatalogError not_found */
export async function lockDelivery(client: TransactionClient, id: string): Promise<DeliveryNode> {
  await lockRow(client, 'delivery', id);
  const [delivery] = await findDeliveries(client, [id]);
  if (delivery === undefined) throw notFound('delivery', id);
  return delivery;
}

type StoredDelivery = Prisma.DeliveryGetPayload<{ select: typeof select }>;

/** A pending delivery of a webhook that has ended since is cancelled, though the row says so only later. */
function deliveryNode({ webhook, generation, eventPosition, attempt, kind, createdAt, ...stored }: StoredDelivery) {
  const hasEnded = stored.status === 'pending' && generation !== webhook.generation;
  const { cycle } = stored;
  const status: DeliveryStatus = hasEnded ? 'cancelled' : stored.status;
  const nextAttemptAt = hasEnded ? null : stored.nextAttemptAt;
  const completedAt = hasEnded ? webhook.lastEndedAt : stored.completedAt;
  return {
    ...stored,
    status,
    kind: kind as DeliveryKind,
    /** Whether it holds its body itself: a ping, or an event sent as a test. */
    isTest: eventPosition === null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    version: [status, cycle, attempt, nextAttemptAt?.getTime() ?? completedAt?.getTime() ?? 0].join('-'),
  };
}

/** The attempts of deliveries, in order. */
export const attemptsOfDelivery = ({ database }: LoaderSources) =>
  relationLoader(
    async (deliveryIds) => {
      const stored = await database.client.delivery.findMany({
        where: { id: { in: deliveryIds } },
        include: { attempts: { orderBy: [{ cycle: 'asc' }, { number: 'asc' }] } },
        relationLoadStrategy: 'join',
      });
      return stored.flatMap((delivery) => [...firstAttempt(delivery), ...delivery.attempts]);
    },
    (attempt) => attempt.deliveryId,
  );

/** The first attempt of all, which is in the delivery's row. */
function firstAttempt({
  id: deliveryId,
  firstStartedAt: startedAt,
  firstDurationMs,
  ...first
}: Delivery): DeliveryAttempt[] {
  if (startedAt === null) return [];
  const { firstStatus: status, firstError: error, firstResponseBody: responseBody, firstTlsCode: tlsCode } = first;
  const place = { deliveryId, cycle: 0, number: 1 };
  return [{ ...place, startedAt, durationMs: firstDurationMs ?? 0, status, error, responseBody, tlsCode }];
}

export function attemptNode({ startedAt, deliveryId: _, tlsCode, ...attempt }: DeliveryAttempt) {
  const headers = attempt.error === 'unsigned' ? {} : attemptHeaders(attempt.number, startedAt);
  const reason = tlsCode === null ? null : { code: tlsCode, text: tlsReason(tlsCode) };
  return { ...attempt, reason, startedAt: startedAt.toISOString(), requestHeaders: headerNodes(headers) };
}

/** The nodes behind the graph's HttpHeader. */
export function headerNodes(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

interface DeliveredEvent {
  readonly id: string;
  readonly eventId: string;
}

/** The bodies of deliveries, as they are sent. @throws CatalogError not_found where one was deleted since then */
export const bodyOfDelivery = ({ database: { client } }: LoaderSources) =>
  new DataLoader<DeliveredEvent, string, string>(
    async (deliveries) => {
      const select = { id: true, payload: true } as const;
      const [tests, events] = await Promise.all([
        client.delivery.findMany({ where: { id: { in: deliveries.map(({ id }) => id) } }, select }),
        client.event.findMany({ where: { id: { in: deliveries.map(({ eventId }) => eventId) } }, select }),
      ]);
      const bodies = new Map([...events, ...tests].map(({ id, payload }) => [id, payload]));
      return deliveries.map(({ id, eventId }) => bodies.get(id) ?? bodies.get(eventId) ?? notFound('delivery', id));
    },
    { cacheKeyFn: ({ id }) => id },
  );
