import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import type { Viewer } from '../model/viewer.ts';

/** An action of a person or program, as stored. It holds no password, secret or key. */
export interface AuditEvent {
  /** The name of the mutation, signIn or signOut. */
  readonly kind: string;
  readonly outcome: 'done' | 'refused';
  /** See `actorOf`. */
  readonly actor: string;
  /** The id or name of its object; null without one. */
  readonly object: string | null;
  /** The client's address, as quotas know it; null when unknown. */
  readonly address: string | null;
}

/** Stores a security event. @param client of the transaction that the event records, if there is one */
export async function recordEvent(client: TransactionClient, event: AuditEvent): Promise<void> {
  await client.auditEvent.create({ data: { id: uuidv7(), ...event } });
}

/**
 * The actor as events name it: `tool:ann`, `tool` if unnamed, `reviewer:ann` who signed in to the desk,
 * `user:SUB`, `key:ID`, `client:ID`, `anonymous`.
 */
export function actorOf(viewer: Viewer): string {
  switch (viewer.kind) {
    case 'tool':
      if (viewer.isAtDesk) return `reviewer:${viewer.actor}`;
      return viewer.actor === null ? 'tool' : `tool:${viewer.actor}`;
    case 'user':
      return `user:${viewer.subject}`;
    case 'key':
      return `key:${viewer.id}`;
    case 'client':
      return `client:${viewer.clientId}`;
    case 'public':
      return 'anonymous';
  }
}
