import type { Configuration } from '../configuration/configuration.ts';
import { accountSignIn, deskSignIn, type PagesClient } from '../configuration/signIn.ts';
import type { Database } from '../database/database.ts';
import type { CredentialVerifier } from '../graph/caller/credentialVerifier.ts';
import { DESK_SIGNED_IN_PATH } from '../graph/caller/desk.ts';
import { OWN_ISSUER } from '../graph/caller/issuerName.ts';
import { ACCOUNT_SIGNED_IN_PATH, type Portal, type PortalAccess } from '../graph/caller/portal.ts';
import type { Quotas } from '../graph/caller/quotas.ts';
import type { DeskTeam } from '../identity/portal/deskSessions.ts';
import { OpenIdSignIn } from '../identity/portal/openIdSignIn.ts';
import { PasswordSignIn } from '../identity/portal/passwordSignIn.ts';
import { PortalSessions } from '../identity/portal/portalSessions.ts';

interface PortalParts {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly quotas: Quotas;
  /** The verifier of REST's access tokens. */
  readonly credentials: CredentialVerifier;
}

/** How people sign in to the pages of their account. */
export function openPortal(parts: PortalParts): PortalAccess {
  const account = accountSignIn(parts.configuration);
  if (account.kind === 'missing') return account;
  const { sessions, signIn } = openSignIn(parts, 'account', account.client, ACCOUNT_SIGNED_IN_PATH);
  const portal: Portal = {
    publicUrl: account.url,
    signIn,
    find: (cookie, browser) => sessions.find(cookie, browser),
    end: (session, address) => sessions.end(session, address),
    spendForm: (session, number) => sessions.spendForm(session, number),
  };
  return { kind: 'ready', portal };
}

/** The people who sign in to the desk; null: none. */
export function openDeskTeam(parts: PortalParts): DeskTeam | null {
  const desk = deskSignIn(parts.configuration);
  return desk.kind === 'missing' ? null : openSignIn(parts, 'desk', desk.client, DESK_SIGNED_IN_PATH);
}

/** @param client at OAUTH_ISSUER; null: people sign in here */
function openSignIn(
  { configuration, credentials, database, quotas }: PortalParts,
  place: 'account' | 'desk',
  client: PagesClient | null,
  redirectPath: string,
): { readonly sessions: PortalSessions; readonly signIn: Portal['signIn'] } {
  const { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: audience } = configuration;
  if (issuer === undefined || client === null) {
    const sessions = new PortalSessions(database, OWN_ISSUER, place);
    return { sessions, signIn: new PasswordSignIn({ database, quotas, sessions }) };
  }
  const sessions = new PortalSessions(database, issuer, place);
  const registered = { ...client, redirectPath };
  const settings = { issuer, audience, client: registered, credentials, database, sessions };
  return { sessions, signIn: new OpenIdSignIn(settings) };
}
