import type { AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import { PORTAL_CLIENT_ID, PORTAL_REDIRECT_PATH, PORTAL_SCOPES } from '../portal/portalClientId.ts';

/** The client metadata of the account's own pages. @param issuer whose origin they share */
export function portalClient(issuer: string): AdapterPayload {
  return {
    client_id: PORTAL_CLIENT_ID,
    client_name: 'Your account',
    application_type: 'web',
    redirect_uris: [new URL(PORTAL_REDIRECT_PATH, issuer).href],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'ES256',
  };
}

/** The stored grant; the account's own pages need no consent, so theirs is made. */
export const loadGrant =
  (resource: string) =>
  async ({ oidc }: KoaContextWithOIDC) => {
    const { client, session, provider } = oidc;
    const grantId = oidc.result?.consent?.grantId ?? session?.grantIdFor(client?.clientId ?? '');
    if (grantId !== undefined) return await provider.Grant.find(grantId);
    if (client?.clientId !== PORTAL_CLIENT_ID || session?.accountId === undefined) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope(`openid ${PORTAL_SCOPES}`);
    grant.addResourceScope(resource, PORTAL_SCOPES);
    await grant.save();
    return grant;
  };
