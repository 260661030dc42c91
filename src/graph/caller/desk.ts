import type { Portal, PortalSession } from './portal.ts';

/** The redirect path of the desk, at the internal listener. */
export const DESK_SIGNED_IN_PATH = '/review/signed-in';

/** The path of the link to the desk, at the internal listener. */
export const DESK_ENTRY_PATH = '/review/enter';

/** The lifetime of the link to the desk. */
export const DESK_LINK_SECONDS = 60;

/** A session of a reviewer, whose subject is the reviewer's name. */
export interface DeskSession extends PortalSession {
  /** Whether it began by a link, whose maker chose the name; else its person signed in. */
  readonly isInvited: boolean;
}

/** Sessions of reviewers at the desk of the internal listener. */
export interface Desk extends Pick<Portal, 'spendForm'> {
  /** Null for a cookie without a valid session. */
  find(cookie: string): Promise<DeskSession | null>;
  /** Ends a session, which the audit records. @param address of the browser */
  end(session: DeskSession, address: string): Promise<void>;
  /** @returns a text that begins one session of this reviewer, within DESK_LINK_SECONDS */
  invite(reviewer: string): Promise<string>;
  /** Begins the session; null for a text that is unknown, was used, or is too old. */
  enter(invitation: string): Promise<PortalSession | null>;
  /** For people with the permission to review; null where the link is the only way in. */
  readonly signIn: Portal['signIn'] | null;
}
