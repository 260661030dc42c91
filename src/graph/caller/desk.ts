import type { PortalSession, Sessions } from './portal.ts';

/** The redirect path of the desk, at the internal listener. */
export const DESK_SIGNED_IN_PATH = '/review/signed-in';

/** The path of the link to the desk, at the internal listener. */
export const DESK_ENTRY_PATH = '/review/enter';

/** The lifetime of the link to the desk. */
export const DESK_LINK_SECONDS = 60;

/** Sessions of reviewers at the desk of the internal listener; only those with the permission to review sign in. */
export interface Desk extends Sessions {
  /** @returns a text that begins one session of this reviewer, within DESK_LINK_SECONDS */
  invite(reviewer: string): Promise<string>;
  /** Begins the session; null for a text that is unknown, was used, or is too old. */
  enter(invitation: string): Promise<PortalSession | null>;
}
