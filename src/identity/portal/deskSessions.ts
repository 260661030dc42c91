import type { Database } from '../../database/database.ts';
import { DESK_LINK_SECONDS, type Desk, type DeskSignIn } from '../../graph/caller/desk.ts';
import { EMBEDDED_ISSUER } from '../../graph/caller/issuerName.ts';
import { type PortalSession, SignInRefused } from '../../graph/caller/portal.ts';
import { REVIEW } from '../../graph/model/permissions.ts';
import { isOneLine, ONE_LINE } from '../../graph/model/values.ts';
import type { OpenIdSignIn } from './openIdSignIn.ts';
import { formNumber, PortalSessions } from './portalSessions.ts';

/** The people who sign in to the desk. */
export interface DeskTeam {
  /** Their issuer: its URL, or EMBEDDED_ISSUER. */
  readonly issuer: string;
  readonly signIn: OpenIdSignIn;
}

/**
 * Sessions of the desk. They begin with an invitation, a session of another kind that can be redeemed once, or by
 * signing in with the permission to review: the account's at the embedded issuer, a scope of the token at another one.
 */
export class DeskSessions implements Desk {
  readonly #invitations: PortalSessions;
  readonly #invited: PortalSessions;
  readonly #team: PortalSessions | null;
  readonly signIn: DeskSignIn | null;
  readonly formNumber = formNumber;

  /** @param team the people who sign in; null: none */
  constructor(database: Pick<Database, 'client'>, team: DeskTeam | null) {
    // No issuer has such a name: theirs are URLs, or EMBEDDED_ISSUER.
    this.#invitations = new PortalSessions(database, 'desk-invitation', 'desk');
    this.#invited = new PortalSessions(database, 'desk', 'desk');
    this.#team = team === null ? null : new PortalSessions(database, team.issuer, 'desk');
    this.signIn = team === null || this.#team === null ? null : signInOf(team, this.#team);
  }

  async invite(reviewer: string): Promise<string> {
    return (await this.#invitations.begin(reviewer, null)).cookie;
  }

  async enter(invitation: string): Promise<PortalSession | null> {
    const invited = await this.#invitations.take(invitation, DESK_LINK_SECONDS);
    return invited === null ? null : await this.#invited.begin(invited.subject, null);
  }

  async find(cookie: string): Promise<PortalSession | null> {
    return (await this.#invited.find(cookie)) ?? (await this.#team?.find(cookie)) ?? null;
  }

  end(session: PortalSession): Promise<void> {
    return this.#invited.end(session);
  }

  spendForm(session: PortalSession, number: string): Promise<boolean> {
    return this.#invited.spendForm(session, number);
  }
}

function signInOf({ issuer, signIn }: DeskTeam, sessions: PortalSessions): DeskSignIn {
  return {
    begin: (origin) => signIn.begin(origin),
    signOut: signIn.signOut,
    async finish(callback, pending, address) {
      const { subject, scopes, issuedAt } = await signIn.finish(callback, pending, address);
      // Decisions could not record them.
      if (!isOneLine(subject)) throw new SignInRefused(`The issuer's sub of this person ${ONE_LINE}.`);
      const isEmbedded = issuer === EMBEDDED_ISSUER;
      if (!isEmbedded && !scopes.has(REVIEW)) throw mayNot(subject, `the access token lacks the scope ${REVIEW}`);
      const session = await sessions.begin(subject, issuedAt);
      // Losing the permission ends the session, so one without it is not found.
      if ((await sessions.find(session.cookie)) !== null) return session;
      await sessions.end(session);
      throw mayNot(subject, `catalog users grant ${subject} ${REVIEW} permits it`);
    },
  };
}

function mayNot(subject: string, remedy: string): SignInRefused {
  return new SignInRefused(`${subject} may not review: ${remedy}.`);
}
