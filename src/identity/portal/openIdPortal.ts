import type { PendingSignIn, Portal, PortalSession } from '../../graph/caller/portal.ts';
import type { OpenIdSignIn } from './openIdSignIn.ts';
import { formNumber, type PortalSessions } from './portalSessions.ts';

interface OpenIdPortalSettings {
  readonly publicUrl: string | null;
  readonly signIn: OpenIdSignIn;
  readonly sessions: PortalSessions;
}

/** Signs people in to the pages of their account. */
export class OpenIdPortal implements Portal {
  readonly #settings: OpenIdPortalSettings;
  readonly formNumber = formNumber;

  constructor(settings: OpenIdPortalSettings) {
    this.#settings = settings;
  }

  get publicUrl() {
    return this.#settings.publicUrl;
  }

  begin(origin: string) {
    return this.#settings.signIn.begin(origin);
  }

  async finish(callback: URL, pending: PendingSignIn, address: string): Promise<PortalSession> {
    const { subject, issuedAt } = await this.#settings.signIn.finish(callback, pending, address);
    return await this.#settings.sessions.begin(subject, issuedAt);
  }

  find(cookie: string): Promise<PortalSession | null> {
    return this.#settings.sessions.find(cookie);
  }

  end(session: PortalSession): Promise<void> {
    return this.#settings.sessions.end(session);
  }

  endAll(session: PortalSession): Promise<void> {
    return this.#settings.sessions.endAll(session);
  }

  spendForm(session: PortalSession, number: string): Promise<boolean> {
    return this.#settings.sessions.spendForm(session, number);
  }
}
