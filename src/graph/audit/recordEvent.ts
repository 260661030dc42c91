import { v7 as uuidv7 } from 'uuid';
import type { Database, TransactionClient } from '../../database/database.ts';

/** Something that a person or program did, as it is kept. It holds no password, secret or key. */
export interface AuditEvent {
  /** A mutation's name, or what the embedded issuer did. */
  readonly kind: string;
  readonly outcome: 'done' | 'refused';
  /** See `actorOf`. */
  readonly actor: string;
  /** The id or name of what it was done to; null where there is none. */
  readonly object: string | null;
  /** Of the client, as quotas know it; null where nobody knows. */
  readonly address: string | null;
}

/** Keeps a security event for good. @param client of the transaction that does what the event tells, where there is one */
export async function recordEvent(client: TransactionClient, event: AuditEvent): Promise<void> {
  await client.auditEvent.create({ data: { id: uuidv7(), ...event } });
}

/** Removes events that are older. The trigger that guards them lets nothing go that is younger than 30 days. @returns how many */
export async function removeOldEvents(database: Database, days: number): Promise<number> {
  return database.transaction(async (client) => {
    await client.$executeRaw`SELECT set_config('catalog.audit_retention', 'on', true)`;
    return client.$executeRaw`DELETE FROM audit_event WHERE at < now() - make_interval(days => ${days}::int)`;
  });
}
