import type { AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import { DESK_SIGNED_IN_PATH } from '../../graph/caller/desk.ts';
import { DESK_CLIENT_ID, PORTAL_CLIENT_ID, PORTAL_REDIRECT_PATH, PORTAL_SCOPES } from '../portal/ownClients.ts';

const OWN: readonly unknown[] = [PORTAL_CLIENT_ID, DESK_CLIENT_ID];

/**
 * The client metadata of the service's own pages: those of the account, and the desk.
 * @param issuer whose origin the account shares
 * @param deskUrl the origin of the internal listener; null: no sign-in there
 * @returns undefined for any other id
 */
export function ownClient(id: string, issuer: string, deskUrl: string | null): AdapterPayload | undefined {
  if (id === PORTAL_CLIENT_ID) return clientAt(id, 'Your account', new URL(PORTAL_REDIRECT_PATH, issuer));
  if (id !== DESK_CLIENT_ID || deskUrl === null) return undefined;
  return clientAt(id, 'The desk', new URL(DESK_SIGNED_IN_PATH, deskUrl));
}

function clientAt(id: string, name: string, redirect: URL): AdapterPayload {
  return {
    client_id: id,
    client_name: name,
    application_type: 'web',
    redirect_uris: [redirect.href],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'ES256',
  };
}

/** The stored grant; the service's own pages need no consent, so theirs is made. */
export const loadGrant =
  (resource: string) =>
  async ({ oidc }: KoaContextWithOIDC) => {
    const { client, session, provider } = oidc;
    const grantId = oidc.result?.consent?.grantId ?? session?.grantIdFor(client?.clientId ?? '');
    if (grantId !== undefined) return await provider.Grant.find(grantId);
    if (client === undefined || !OWN.includes(client.clientId) || session?.accountId === undefined) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope(`openid ${PORTAL_SCOPES}`);
    grant.addResourceScope(resource, PORTAL_SCOPES);
    await grant.save();
    return grant;
  };
