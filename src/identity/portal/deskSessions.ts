import type { Database } from '../../database/database.ts';
import { DESK_LINK_SECONDS, type Desk } from '../../graph/caller/desk.ts';
import type { PortalSession } from '../../graph/caller/portal.ts';
import { formNumber, formToken, hasFormToken, PortalSessions } from './portalSessions.ts';

/** Sessions of the desk, and the invitations that begin them: each a session of its own kind, which is taken once. */
export class DeskSessions implements Desk {
  readonly #sessions: PortalSessions;
  readonly #invitations: PortalSessions;
  readonly formNumber = formNumber;
  readonly formToken = formToken;
  readonly hasFormToken = hasFormToken;

  constructor(database: Pick<Database, 'client'>) {
    // No issuer has such a name: theirs are URLs, or EMBEDDED_ISSUER.
    this.#sessions = new PortalSessions(database, 'desk');
    this.#invitations = new PortalSessions(database, 'desk-invitation');
  }

  async invite(reviewer: string): Promise<string> {
    return (await this.#invitations.begin(reviewer, new Date())).cookie;
  }

  async enter(invitation: string): Promise<PortalSession | null> {
    const invited = await this.#invitations.take(invitation, DESK_LINK_SECONDS);
    return invited === null ? null : await this.#sessions.begin(invited.subject, new Date());
  }

  find(cookie: string): Promise<PortalSession | null> {
    return this.#sessions.find(cookie);
  }

  end(session: PortalSession): Promise<void> {
    return this.#sessions.end(session);
  }

  spendForm(session: PortalSession, number: string): Promise<boolean> {
    return this.#sessions.spendForm(session, number);
  }
}
