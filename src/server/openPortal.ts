import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import type { CredentialVerifier } from '../graph/caller/credentialVerifier.ts';
import { EMBEDDED_ISSUER } from '../graph/caller/issuerName.ts';
import type { PortalAccess } from '../graph/caller/portal.ts';
import type { EmbeddedIssuer } from '../identity/issuer/embeddedIssuer.ts';
import { SIGNING_ALGORITHM } from '../identity/issuer/signingKeys.ts';
import { inProcessFetch } from '../identity/portal/inProcessFetch.ts';
import { OpenIdPortal, type PortalIssuer } from '../identity/portal/openIdPortal.ts';
import { PortalSessions } from '../identity/portal/portalSessions.ts';

interface PortalParts {
  readonly configuration: Configuration;
  readonly database: Database;
  /** What judges REST's access tokens. */
  readonly credentials: CredentialVerifier;
  /** The handler below /oidc; null without the embedded issuer. */
  readonly issuerPages: ReturnType<EmbeddedIssuer['handler']> | null;
}

/** How people sign in to the pages of their account. */
export function openPortal({ configuration, database, credentials, issuerPages }: PortalParts): PortalAccess {
  const { portal, issuer, audience } = configuration.callers;
  if (portal.kind === 'missing') return portal;
  const { publicUrl, client } = portal;
  if (issuer.kind === 'remote' && client !== null) {
    const sessions = new PortalSessions(database, issuer.url);
    const remote: PortalIssuer = { kind: 'remote', url: issuer.url, audience, client };
    return { kind: 'ready', portal: new OpenIdPortal({ publicUrl, issuer: remote, credentials, sessions }) };
  }
  if (issuerPages === null) return { kind: 'missing', remedy: 'set SECRETS_KEY, which the embedded issuer needs' };
  const sessions = new PortalSessions(database, EMBEDDED_ISSUER);
  const embedded: PortalIssuer = {
    kind: 'embedded',
    ask: inProcessFetch('/oidc', issuerPages),
    algorithm: SIGNING_ALGORITHM,
  };
  return { kind: 'ready', portal: new OpenIdPortal({ publicUrl, issuer: embedded, credentials, sessions }) };
}
