import DataLoader from 'dataloader';
import { Prisma } from '../../database/generated/client.ts';
import type { DeliveryStatus } from '../model/vocabulary.ts';
import type { PageRequest } from '../reading/connection.ts';
import { groupBy } from '../reading/groupBy.ts';
import type { LoaderSources, Loaders } from '../reading/loaders.ts';
import { readPage } from '../reading/readPage.ts';
import { deliveryLoader } from './deliveryRows.ts';
import { waitingInLog } from './waitingDeliveries.ts';

const NEWEST_FIRST = { kind: 'delivery.id', key: 'id', type: 'uuid', direction: 'desc' } as const;

interface DeliveryPage extends PageRequest {
  /** Null or absent: of all. */
  readonly webhookId?: string | null | undefined;
  readonly status?: DeliveryStatus | null | undefined;
}

/** A page of deliveries, newest first. @throws CatalogError */
export async function listDeliveries(loaders: Loaders, { webhookId = null, status = null, ...page }: DeliveryPage) {
  const { nodes, pageInfo } = await readPage(NEWEST_FIRST, page, ({ take }, last) =>
    loaders.of(deliveryIds).load({ webhookId, status, last, limit: take }),
  );
  const deliveries = await Promise.all(nodes.map(({ id }) => loaders.of(deliveryLoader).load(id)));
  return {
    // Left out: deliveries that were deleted or changed their status after their ids were read.
    nodes: deliveries.filter((it) => it !== null).filter((it) => status === null || it.status === status),
    pageInfo,
  };
}

interface Asked {
  /** Null: of all. */
  readonly webhookId: string | null;
  readonly status: DeliveryStatus | null;
  /** The last of the page before. */
  readonly last: string | null;
  readonly limit: number;
}

interface Listed {
  readonly id: string;
  readonly webhookId: string | null;
}

const alike = ({ webhookId, status, last, limit }: Asked) => `${webhookId === null} ${status} ${last} ${limit}`;

/** The ids on a page, newest first; pages of several webhooks that are alike are read in one statement. */
const deliveryIds = ({ database }: LoaderSources) =>
  new DataLoader<Asked, readonly Listed[], string>(
    async (asked) => {
      const read = [...groupBy(asked, alike)].map(async ([key, pages]) => {
        const webhookIds = pages.flatMap(({ webhookId }) => webhookId ?? []);
        const listed = await database.client.$queryRaw<Listed[]>(selectIds(pages[0] as Asked, webhookIds));
        return [key, groupBy(listed, ({ webhookId }) => webhookId)] as const;
      });
      const found = new Map(await Promise.all(read));
      return asked.map((page) => found.get(alike(page))?.get(page.webhookId) ?? []);
    },
    { cacheKeyFn: (page) => `${page.webhookId} ${alike(page)}` },
  );

function selectIds(asked: Asked, webhookIds: readonly string[]): Prisma.Sql {
  if (asked.webhookId === null) {
    return Prisma.sql`SELECT page.id::text AS id, NULL AS "webhookId" FROM (${idsOf(asked)}) page ORDER BY page.id DESC`;
  }
  return Prisma.sql`
    SELECT page.id::text AS id, w.id::text AS "webhookId"
    FROM unnest(${webhookIds}::uuid[]) w (id) CROSS JOIN LATERAL (${idsOf(asked, Prisma.sql`w.id`)}) page
    ORDER BY page.id DESC`;
}

/** Of what has a row and what waits in the log. What waited for a webhook that has ended since is cancelled. */
function idsOf(asked: Asked, webhook?: Prisma.Sql): Prisma.Sql {
  const { status, last, limit } = asked;
  const stored = storedIds(asked, webhook);
  const waiting = waitingInLog(limit, last, webhook);
  if (status === null) return either([stored, waiting], limit);
  if (status === 'pending')
    return either([pendingIds(asked, Prisma.sql`(SELECT s.generation)`, webhook), waiting], limit);
  if (status === 'cancelled')
    return either([stored, pendingIds(asked, Prisma.sql`generate_series(0, s.generation - 1)`, webhook)], limit);
  return stored;
}

function either([one, other]: readonly [Prisma.Sql, Prisma.Sql], limit: number): Prisma.Sql {
  return Prisma.sql`
    SELECT id FROM ((${one}) UNION ALL (${other})) either ORDER BY id DESC LIMIT ${limit}`;
}

function storedIds({ status, last, limit }: Asked, webhook?: Prisma.Sql): Prisma.Sql {
  const conditions = [
    Prisma.sql`true`,
    ...(webhook === undefined ? [] : [Prisma.sql`d.subscription_id = ${webhook}`]),
    // Written out, because a parameter finds no partial index.
    ...(status === null ? [] : [Prisma.raw(`d.status = '${status}'`)]),
    ...(last === null ? [] : [Prisma.sql`d.id < ${last}::uuid`]),
  ];
  return Prisma.sql`
    SELECT d.id FROM delivery d WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY d.id DESC LIMIT ${limit}`;
}

/**
 * Of each webhook as many as a page holds: however many wait, no more of them are read.
 * @param generations those of the webhook that are meant
 */
function pendingIds({ last, limit }: Asked, generations: Prisma.Sql, webhook?: Prisma.Sql): Prisma.Sql {
  const ofOne = webhook === undefined ? Prisma.empty : Prisma.sql`WHERE s.id = ${webhook}`;
  const following = last === null ? Prisma.empty : Prisma.sql`AND d.id < ${last}::uuid`;
  return Prisma.sql`
    SELECT waiting.id FROM subscription s CROSS JOIN LATERAL ${generations} g (number) CROSS JOIN LATERAL (
      SELECT d.id FROM delivery d
      WHERE d.subscription_id = s.id AND d.status = 'pending' AND d.generation = g.number ${following}
      ORDER BY d.id DESC LIMIT ${limit}
    ) waiting
    ${ofOne} ORDER BY waiting.id DESC LIMIT ${limit}`;
}
