import DataLoader from 'dataloader';
import type { TransactionClient } from '../../database/database.ts';
import type { Prisma, Webhook } from '../../database/generated/client.ts';
import { lockRow } from '../../database/lockRow.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import { eventKindOf } from '../model/eventKinds.ts';
import { FAILING_WEBHOOK } from '../model/limits.ts';
import type { WebhookStatus } from '../model/vocabulary.ts';
import type { LoaderSources } from '../reading/loaders.ts';

/** The node behind the graph's Webhook: a row without its secret. */
export type WebhookNode = ReturnType<typeof webhookNode>;

const omit = { secret: true } as const;

/** The webhooks of a condition, newest first, without deleted ones. */
export async function findWebhooks(
  client: TransactionClient,
  where: Prisma.WebhookWhereInput,
  take: number,
): Promise<WebhookNode[]> {
  const rows = await client.webhook.findMany({
    where: { ...where, status: { not: 'deleted' } },
    orderBy: { id: 'desc' },
    take,
    omit,
  });
  return rows.map(webhookNode);
}

/** Webhooks by id; null for an unknown or deleted one. */
export const webhookLoader = ({ database: { client } }: LoaderSources) =>
  new DataLoader<string, WebhookNode | null>(async (ids) => {
    const found = await findWebhooks(client, { id: { in: [...ids] } }, ids.length);
    return ids.map((id) => found.find((webhook) => webhook.id === id) ?? null);
  });

/** Failing webhooks, the longest first, then those that the service has disabled. */
export async function findFailing(client: TransactionClient, take: number): Promise<WebhookNode[]> {
  const rows = await client.webhook.findMany({
    where: {
      OR: [
        { status: 'enabled', failingSince: { not: null } },
        { status: 'disabled', isSuspended: false, disabledReason: { not: null } },
      ],
    },
    orderBy: [{ status: 'asc' }, { failingSince: 'asc' }, { id: 'desc' }],
    take,
    omit,
  });
  return rows.map(webhookNode);
}

/** Locks a webhook until the transaction ends; null for an unknown or deleted one. */
export async function tryLockWebhook(client: TransactionClient, id: string): Promise<WebhookNode | null> {
  await lockRow(client, 'webhook', id);
  const [webhook] = await findWebhooks(client, { id }, 1);
  return webhook ?? null;
}

/**
 * Locks a webhook until the transaction ends.
 * @param revisions the webhook must be at one of; null allows every revision
 * @throws CatalogError not_found, conflict
 */
export async function lockWebhook(
  client: TransactionClient,
  id: string,
  revisions: readonly number[] | null = null,
): Promise<WebhookNode> {
  const webhook = await tryLockWebhook(client, id);
  if (webhook === null) throw notFound('webhook', id);
  if (revisions !== null && !revisions.includes(webhook.revision)) {
    throw new CatalogError('conflict', `The webhook is at revision ${webhook.revision}: read it again.`);
  }
  return webhook;
}

/** As lockWebhook. @throws CatalogError conflict too where it is disabled */
export async function lockEnabledWebhook(client: TransactionClient, id: string): Promise<WebhookNode> {
  const webhook = await lockWebhook(client, id);
  if (webhook.status !== 'enabled') throw new CatalogError('conflict', 'The webhook is disabled: enable it first.');
  return webhook;
}

/** Changes a locked webhook, increments its revision and returns it. */
export async function changeWebhook(
  client: TransactionClient,
  id: string,
  change: Prisma.WebhookUncheckedUpdateInput,
): Promise<WebhookNode> {
  const data = { ...change, revision: { increment: 1 }, updatedAt: new Date() };
  return webhookNode(await client.webhook.update({ where: { id }, data, omit }));
}

export function webhookNode({
  events,
  animeIds,
  status,
  failingSince,
  createdAt,
  updatedAt,
  ...row
}: Omit<Webhook, 'secret'>) {
  return {
    ...row,
    events: events.map(eventKindOf),
    animeIds: animeIds.length === 0 ? null : animeIds,
    // Deleted ones are unknown.
    status: status as WebhookStatus,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const HOUR_MS = 3_600_000;

/**
 * The earliest time at which the service disables a webhook of which every delivery fails; null before its owner is
 * warned.
 */
export function disablesAt({ status, failingSince }: WebhookNode, now: Date): string | null {
  if (status !== 'enabled' || failingSince === null) return null;
  const since = Date.parse(failingSince);
  if (now.getTime() < since + FAILING_WEBHOOK.warnedAfterHours * HOUR_MS) return null;
  return new Date(since + FAILING_WEBHOOK.disabledAfterHours * HOUR_MS).toISOString();
}
