import DataLoader from 'dataloader';
import { Prisma } from '../../database/generated/client.ts';
import type { DeliveryKind, DeliveryStatus } from '../model/vocabulary.ts';
import { groupBy } from '../reading/groupBy.ts';
import { type PageRequest, readPage } from '../reading/keyset.ts';
import type { LoaderSources, Loaders } from '../reading/loaders.ts';
import { type AskedIds, idsOf } from './deliveryIds.ts';
import { deliveryLoader } from './deliveryRows.ts';

const NEWEST_FIRST = { kind: 'delivery.id', columns: [{ field: 'id', type: 'uuid', direction: 'desc' }] } as const;

interface DeliveryPage extends PageRequest {
  /** Null or absent: of all. */
  readonly webhookId?: string | null | undefined;
  readonly status?: DeliveryStatus | null | undefined;
  readonly kind?: DeliveryKind | null | undefined;
  /** The event's id. */
  readonly event?: string | null | undefined;
  /** RFC 3339: those made at this instant or later. */
  readonly since?: string | null | undefined;
}

/** A page of deliveries, newest first. @throws CatalogError */
export async function listDeliveries(
  loaders: Loaders,
  { webhookId = null, status = null, kind = null, event = null, since = null, ...page }: DeliveryPage,
) {
  const { nodes, pageInfo } = await readPage(NEWEST_FIRST, page, ({ take, last }) =>
    loaders.of(deliveryIds).load({ webhookId, status, kind, event, since, last: last?.[0] ?? null, limit: take }),
  );
  const deliveries = await Promise.all(nodes.map(({ id }) => loaders.of(deliveryLoader).load(id)));
  return {
    // Leaves out deliveries that were deleted or changed their status after their ids were read.
    nodes: deliveries.filter((it) => it !== null).filter((it) => status === null || it.status === status),
    pageInfo,
  };
}

interface Asked extends AskedIds {
  /** Null: of all. */
  readonly webhookId: string | null;
}

interface Listed {
  readonly id: string;
  readonly webhookId: string | null;
}

const alike = ({ webhookId, ...page }: Asked) => JSON.stringify([webhookId === null, page]);

/**
 * The ids on a page, newest first; pages of several webhooks that are alike are read in one statement. Prisma's casts
 * of statuses match no partial index, and it has no page of each webhook: it would read all deliveries.
 */
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
