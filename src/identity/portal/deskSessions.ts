import type { Database } from '../../database/database.ts';
import { DESK_LINK_SECONDS, type Desk } from '../../graph/caller/desk.ts';
import type { PortalSession } from '../../graph/caller/portal.ts';
import { PortalSessions } from './portalSessions.ts';

/** The people who sign in to the desk. */
export interface DeskTeam {
  readonly sessions: PortalSessions;
  readonly signIn: NonNullable<Desk['signIn']>;
}

/**
 * Sessions of the desk. They begin with an invitation, a session of another kind that can be redeemed once, or by
 * signing in with the permission to review: the account's where people sign in here, else a scope of the token.
 */
export class DeskSessions implements Desk {
  readonly #invitations: PortalSessions;
  readonly #invited: PortalSessions;
  readonly #team: PortalSessions | null;
  readonly signIn: Desk['signIn'];

  /** @param team the people who sign in; null: none */
  constructor(database: Pick<Database, 'client'>, team: DeskTeam | null) {
    // No issuer has such a name: theirs are URLs, or OWN_ISSUER.
    this.#invitations = new PortalSessions(database, 'desk-invitation', 'desk');
    this.#invited = new PortalSessions(database, 'desk', 'desk');
    this.#team = team?.sessions ?? null;
    this.signIn = team?.signIn ?? null;
  }

  async invite(reviewer: string): Promise<string> {
    return (await this.#invitations.begin(reviewer, null)).cookie;
  }

  async enter(invitation: string): Promise<PortalSession | null> {
    const invited = await this.#invitations.take(invitation, DESK_LINK_SECONDS);
    return invited === null ? null : await this.#invited.begin(invited.subject, null);
  }

  async find(cookie: string, browser: string | null = null): Promise<PortalSession | null> {
    const invited = await this.#invited.find(cookie, browser);
    const session = invited ?? (await this.#team?.find(cookie, browser)) ?? null;
    return session && { ...session, isInvited: invited !== null };
  }

  end(session: PortalSession, address: string): Promise<void> {
    return this.#invited.end(session, address, session.isInvited === true ? 'tool' : 'reviewer');
  }

  spendForm(session: PortalSession, number: string): Promise<boolean> {
    return this.#invited.spendForm(session, number);
  }
}
