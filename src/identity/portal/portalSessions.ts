import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { isDatabaseUnavailable } from '../../database/databaseFailures.ts';
import type { User } from '../../database/generated/client.ts';
import { recordEvent } from '../../graph/audit/recordEvent.ts';
import type { PortalSession } from '../../graph/caller/portal.ts';
import { REVIEW } from '../../graph/model/permissions.ts';
import { secretDigest } from '../../graph/model/secretDigest.ts';
import { isLasting, SESSION_IDLE, SESSION_WHOLE } from '../../graph/user/lastingSession.ts';

const BYTES = 32;
const COOKIE = /^[\w-]{43}$/;
const FORM_NUMBER = /^[\w-]{22}$/;

/** Sessions of the account's pages, or of the desk, stored by the digest of their cookie. */
export class PortalSessions {
  readonly #database: Pick<Database, 'client'>;
  readonly #issuer: string;
  readonly atDesk: boolean;

  /** @param issuer of its people: its URL, or OWN_ISSUER */
  constructor(database: Pick<Database, 'client'>, issuer: string, place: 'account' | 'desk' = 'account') {
    this.#database = database;
    this.#issuer = issuer;
    this.atDesk = place === 'desk';
  }

  /**
   * Begins a session under a new id.
   * @param issuedAt of the access token that names the person; null: none does. The clock of its issuer may be ahead of
   * the database's, which times revocations: no session begins in the future, where no revocation would reach it
   */
  async begin(subject: string, issuedAt: Date | null): Promise<PortalSession> {
    const cookie = randomBytes(BYTES).toString('base64url');
    // By SQL: Prisma would set created_at and seen_at to this machine's time, which may be wrong.
    await this.#database.client.$executeRaw`
      INSERT INTO portal_session (digest, issuer, subject, issued_at, at_desk)
      VALUES (${secretDigest(cookie)}, ${this.#issuer}, ${subject}, least(${issuedAt}::timestamptz, now()), ${this.atDesk})`;
    return sessionOf(cookie, subject);
  }

  /**
   * Begins a session of a person whose password was judged to be right.
   * @param user as it was judged
   * @returns null where the account is disabled, has another password since, or may not review, at the desk
   */
  async beginFor({ name, passwordHash }: Pick<User, 'name' | 'passwordHash'>): Promise<PortalSession | null> {
    const cookie = randomBytes(BYTES).toString('base64url');
    // The lock makes a change of the account wait, which then ends this session too.
    const begun = await this.#database.client.$executeRaw`
      INSERT INTO portal_session (digest, issuer, subject, issued_at, at_desk)
      SELECT ${secretDigest(cookie)}, ${this.#issuer}, name, now(), ${this.atDesk} FROM issuer_user
      WHERE name = ${name} AND password_hash = ${passwordHash} AND disabled_at IS NULL
        AND (NOT ${this.atDesk}::boolean OR ${REVIEW} = ANY (permissions))
      FOR SHARE`;
    return begun === 1 ? sessionOf(cookie, name) : null;
  }

  /**
   * The session of a cookie; null for one that is unknown or has ended.
   * @param browser that asks, which is recorded; null: not known
   */
  async find(cookie: string, browser: string | null = null): Promise<PortalSession | null> {
    if (!COOKIE.test(cookie)) return null;
    const digest = secretDigest(cookie);
    const [row] = await this.#database.client.$queryRaw<{ readonly subject: string; readonly isStale: boolean }[]>`
      SELECT s.subject, s.seen_at < now() - interval '1 minute' OR s.browser IS DISTINCT FROM coalesce(${browser}, s.browser) AS "isStale"
      FROM portal_session s
      WHERE s.digest = ${digest} AND s.issuer = ${this.#issuer} AND s.at_desk = ${this.atDesk} AND ${isLasting}`;
    if (row?.isStale === true) await this.#touch(digest, browser);
    return row === undefined ? null : sessionOf(cookie, row.subject);
  }

  /** Records that a session was seen now. A read-only database records nothing, and its pages can still be read. */
  async #touch(digest: Uint8Array<ArrayBuffer>, browser: string | null): Promise<void> {
    try {
      await this.#database.client.$executeRaw`
        UPDATE portal_session SET seen_at = now(), browser = coalesce(${browser}, browser) WHERE digest = ${digest}`;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }

  /**
   * Ends a session that began less than this many seconds ago.
   * @returns its subject; null for any other cookie, and for all but one of concurrent calls
   */
  async take(cookie: string, seconds: number): Promise<PortalSession | null> {
    if (!COOKIE.test(cookie)) return null;
    const [row] = await this.#database.client.$queryRaw<{ readonly subject: string }[]>`
      DELETE FROM portal_session WHERE digest = ${secretDigest(cookie)} AND issuer = ${this.#issuer}
        AND created_at > now() - make_interval(secs => ${seconds})
      RETURNING subject`;
    return row === undefined ? null : sessionOf(cookie, row.subject);
  }

  /**
   * Ends a session, and records that its person signed out.
   * @param address of the browser
   * @param kind of the actor
   */
  async end({ cookie, subject }: PortalSession, address: string, kind = 'user'): Promise<void> {
    const { client } = this.#database;
    const { count } = await client.portalSession.deleteMany({ where: { digest: secretDigest(cookie) } });
    if (count === 0) return;
    const actor = `${kind}:${subject}`;
    await recordEvent(client, { kind: 'signOut', outcome: 'done', actor, object: subject, address });
  }

  /**
   * Spends the number of a form. Of concurrent uses of one number only one succeeds.
   * @returns whether this is its first use; false for a text that is no number, and where the session has ended
   */
  async spendForm({ cookie }: PortalSession, number: string): Promise<boolean> {
    if (!FORM_NUMBER.test(number)) return false;
    const used = await this.#database.client.$executeRaw`
      INSERT INTO portal_form (session, number) SELECT digest, ${number} FROM portal_session WHERE digest = ${secretDigest(cookie)}
      ON CONFLICT DO NOTHING`;
    return used === 1;
  }
}

/** Deletes sessions that have ended by their age, with their forms. @returns how many */
export async function removeEndedSessions({ client }: Pick<Database, 'client'>): Promise<number> {
  return await client.$executeRaw`
    DELETE FROM portal_session WHERE created_at < now() - ${SESSION_WHOLE}::interval OR seen_at < now() - ${SESSION_IDLE}::interval`;
}

function sessionOf(cookie: string, subject: string): PortalSession {
  return { cookie, id: Buffer.from(secretDigest(cookie)).toString('hex'), subject };
}
