import type { Portal, PortalSession } from '../../graph/caller/portal.ts';
import { formNumber, type PortalSessions } from './portalSessions.ts';

/** Signs people in to the pages of their account. */
export class AccountPortal implements Portal {
  readonly publicUrl: string | null;
  readonly signIn: Portal['signIn'];
  readonly #sessions: PortalSessions;
  readonly formNumber = formNumber;

  constructor(publicUrl: string | null, signIn: Portal['signIn'], sessions: PortalSessions) {
    this.publicUrl = publicUrl;
    this.signIn = signIn;
    this.#sessions = sessions;
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
