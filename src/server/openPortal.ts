import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import type { CredentialVerifier } from '../graph/caller/credentialVerifier.ts';
import { DESK_SIGNED_IN_PATH } from '../graph/caller/desk.ts';
import { EMBEDDED_ISSUER } from '../graph/caller/issuerName.ts';
import type { PortalAccess } from '../graph/caller/portal.ts';
import type { EmbeddedIssuer } from '../identity/issuer/embeddedIssuer.ts';
import { SIGNING_ALGORITHM } from '../identity/issuer/signingKeys.ts';
import type { DeskTeam } from '../identity/portal/deskSessions.ts';
import { inProcessFetch } from '../identity/portal/inProcessFetch.ts';
import type { PagesClient } from '../identity/portal/issuerConfiguration.ts';
import { OpenIdPortal } from '../identity/portal/openIdPortal.ts';
import { OpenIdSignIn } from '../identity/portal/openIdSignIn.ts';
import {
  DESK_CLIENT_ID,
  PORTAL_CLIENT_ID,
  PORTAL_REDIRECT_PATH,
  PORTAL_SCOPES,
} from '../identity/portal/ownClients.ts';
import { PortalSessions } from '../identity/portal/portalSessions.ts';

interface PortalParts {
  readonly configuration: Configuration;
  readonly database: Database;
  /** The verifier of REST's access tokens. */
  readonly credentials: CredentialVerifier;
  /** The handler below /oidc; null without the embedded issuer. */
  readonly issuerPages: ReturnType<EmbeddedIssuer['handler']> | null;
}

/** How people sign in to the pages of their account. */
export function openPortal(parts: PortalParts): PortalAccess {
  const { portal } = parts.configuration.callers;
  if (portal.kind === 'missing') return portal;
  const { publicUrl, client } = portal;
  const place = { redirectPath: PORTAL_REDIRECT_PATH };
  const opened = openSignIn(parts, client === null ? ownClient(PORTAL_CLIENT_ID, place) : { ...client, ...place });
  if (opened === null) return { kind: 'missing', remedy: 'set SECRETS_KEY, which the embedded issuer needs' };
  const { issuer, signIn } = opened;
  const sessions = new PortalSessions(parts.database, issuer);
  return { kind: 'ready', portal: new OpenIdPortal({ publicUrl, signIn, sessions }) };
}

/** The people who sign in to the desk; null: none. */
export function openDeskTeam(parts: PortalParts): DeskTeam | null {
  const { desk } = parts.configuration.callers;
  if (desk.kind === 'missing') return null;
  const place = { redirectPath: DESK_SIGNED_IN_PATH };
  return openSignIn(parts, desk.client === null ? ownClient(DESK_CLIENT_ID, place) : { ...desk.client, ...place });
}

/** The registration of own pages at the embedded issuer, which knows them. */
function ownClient(id: string, place: Pick<PagesClient, 'redirectPath'>): PagesClient {
  return { id, secret: null, scope: `openid ${PORTAL_SCOPES}`, ...place };
}

/** Null without an issuer at which people can sign in. */
function openSignIn({ configuration, credentials, issuerPages }: PortalParts, client: PagesClient): DeskTeam | null {
  const { issuer, audience } = configuration.callers;
  if (issuer.kind === 'remote') {
    const remote = { kind: 'remote', url: issuer.url, audience } as const;
    return { issuer: issuer.url, signIn: new OpenIdSignIn({ issuer: remote, client, credentials }) };
  }
  if (issuer.kind === 'none' || issuerPages === null) return null;
  const embedded = {
    kind: 'embedded',
    ask: inProcessFetch('/oidc', issuerPages),
    algorithm: SIGNING_ALGORITHM,
    publicUrl: issuer.publicUrl,
  } as const;
  return { issuer: EMBEDDED_ISSUER, signIn: new OpenIdSignIn({ issuer: embedded, client, credentials }) };
}
