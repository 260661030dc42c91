import type { Database, TransactionClient } from '../../database/database.ts';
import { suspensionReasons } from '../application/suspensionReason.ts';
import type { Publications } from '../publication/publications.ts';
import { restWebhooks, reviveWebhooks } from '../webhook/webhookState.ts';

interface Changed<T> {
  readonly result: T;
  /** The applications to suspend or resume. */
  readonly applicationIds: readonly string[];
}

interface Stores {
  readonly database: Database;
  readonly publications: Publications;
}

/**
 * Changes the state that suspends applications (their own, their owner, the owner's account), and suspends their
 * webhooks in the same transaction. Webhooks that resume do so afterwards, each in a transaction of its own.
 * @throws the errors of `change`; CatalogError conflict when a webhook cannot resume yet: try the change again
 */
export async function updateSuspensions<T>(
  { database, publications }: Stores,
  change: (client: TransactionClient) => Promise<Changed<T>>,
): Promise<T> {
  const { result, active } = await publications.transaction(async ({ client }) => {
    const changed = await change(client);
    const active = await suspendWebhooks(client, changed.applicationIds);
    return { result: changed.result, active };
  });
  for (const id of active) await reviveWebhooks(database, publications, id);
  return result;
}

/** Suspends the webhooks of disabled applications. @returns the ids of the others */
async function suspendWebhooks(client: TransactionClient, applicationIds: readonly string[]): Promise<string[]> {
  const active: string[] = [];
  for (const [id, reason] of await suspensionReasons(client, applicationIds)) {
    if (reason === null) active.push(id);
    else await restWebhooks(client, id, reason);
  }
  return active;
}
