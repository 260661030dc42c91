import type { Database } from '../../database/database.ts';
import { invalidParameter } from '../model/errors.ts';
import { isLasting } from './lastingSession.ts';

/** Sessions that are listed; a person has a handful. */
const LARGEST_SESSIONS = 100;

const ID = /^[0-9a-f]{64}$/;

/** A person: a `sub` of an issuer. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
}

interface SessionRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly isAtDesk: boolean;
  readonly browser: string | null;
}

/** The valid sessions of a person, at the account's pages and the desk, the latest sign-in first. */
export async function accountSessions({ client }: Pick<Database, 'client'>, { issuer, subject }: Person) {
  // The condition is that of the check of each request, by the clock of the database.
  const rows = await client.$queryRaw<SessionRow[]>`
    SELECT encode(s.digest, 'hex') AS id, s.created_at AS "createdAt", s.seen_at AS "seenAt", s.at_desk AS "isAtDesk", s.browser
    FROM portal_session s
    WHERE s.issuer = ${issuer} AND s.subject = ${subject} AND ${isLasting}
    ORDER BY s.created_at DESC, s.digest LIMIT ${LARGEST_SESSIONS}`;
  return rows.map(({ createdAt, seenAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }));
}

/**
 * Ends a session of a person.
 * @returns false when it had ended before, or belongs to another person
 * @throws CatalogError invalid_parameter
 */
export async function endAccountSession(
  { client }: Pick<Database, 'client'>,
  { issuer, subject }: Person,
  id: string,
): Promise<boolean> {
  if (!ID.test(id)) throw invalidParameter('id', 'the id of a session is expected, 64 hexadecimal digits.');
  const digest = new Uint8Array(Buffer.from(id, 'hex'));
  return (await client.portalSession.deleteMany({ where: { digest, issuer, subject } })).count > 0;
}
