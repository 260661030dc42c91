import type { Configuration, interactionPolicy, default as OidcProvider } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { SCOPES } from '../../graph/model/scopes.ts';
import type { SecretBox } from '../../graph/secrets/secretBox.ts';
import { failurePage } from './failurePage.ts';
import { isStillGranted } from './isStillGranted.ts';
import { digestStateId, IssuerStateAdapter } from './issuerState.ts';
import { IssuerTime } from './issuerTime.ts';
import { loadGrant } from './ownClients.ts';
import { errorPage } from './pages/errorPage.tsx';
import { recordProvider } from './recordIssuer.ts';
import { RegisteredClients } from './registeredClients.ts';
import { signInPolicy } from './signInPolicy.ts';
import { SIGNING_ALGORITHM, type SigningKeyPair } from './signingKeys.ts';
import { answerSignedOut, signOutPages } from './signOut.ts';

/** The audience of access tokens: a constant, because the service need not know its own address. */
export const RESOURCE = 'urn:anime-catalog:api';

/** The claim with the grant of an access token: the digest under which the issuer's state stores it. */
export const GRANT_CLAIM = 'grant_id';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const ACCESS_TOKEN_S = HOUR;

/** Without form_post, whose page would need a script and a form to another site. */
const RESPONSE_MODES: readonly string[] = ['query', 'fragment'];

export interface ProviderSettings {
  /** The issuer identifier, e.g. `https://catalog.example.org/oidc`. */
  readonly issuer: string;
  readonly audience: string;
  /** The origin of the desk, where people sign in too; null: they do not. */
  readonly deskUrl: string | null;
  readonly database: Database;
  readonly box: SecretBox;
  readonly keys: readonly SigningKeyPair[];
  /** Called after an access token was signed. */
  readonly onTokenIssued: (keyId: string, expiresAt: Date) => void;
  readonly onError: (error: Error) => void;
}

/**
 * The OAuth and OpenID Connect protocol: the authorization code flow with PKCE for public clients, and nothing else.
 */
export async function createProvider(settings: ProviderSettings): Promise<OidcProvider> {
  const { issuer, deskUrl, database, box, keys } = settings;
  const { default: Provider, interactionPolicy } = await loadProvider();
  class IssuerProvider extends Provider {
    override registerResponseMode(...[name, respond]: Parameters<OidcProvider['registerResponseMode']>): void {
      if (RESPONSE_MODES.includes(name)) super.registerResponseMode(name, respond);
    }
  }
  const provider = new IssuerProvider(issuer, {
    ...configuration(settings, signInPolicy(interactionPolicy)),
    adapter: (kind) =>
      kind === 'Client'
        ? new RegisteredClients(database, issuer, deskUrl)
        : new IssuerStateAdapter(database, box, kind),
  });
  // The previous handler has put the client's original parameters in.
  provider.proxy = true;
  provider.use(async (context, next) => {
    await next();
    if (context.oidc?.route === 'discovery')
      Object.assign(context.body as object, { response_modes_supported: RESPONSE_MODES });
    // Requests that no route here answers go to the next handler.
    if (context.status === 404 && context.body == null) context.respond = false;
  });
  provider.use(answerSignedOut);
  const [{ id } = { id: '' }] = keys;
  provider.on('access_token.issued', () => {
    settings.onTokenIssued(id, new Date(database.clock.now().getTime() + ACCESS_TOKEN_S * 1000));
  });
  recordProvider(provider, database, settings.onError);
  provider.on('server_error', (_context, error) => settings.onError(error));
  return provider;
}

/** Silences its warning on the console that Node 20 is untested; we test it. */
async function loadProvider(): Promise<typeof import('oidc-provider')> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

function configuration(
  { audience, database, box, keys }: ProviderSettings,
  policy: interactionPolicy.Prompt[],
): Configuration {
  const time = new IssuerTime(database.clock);
  return {
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk as { kty: 'EC' }) },
    cookies: {
      keys: box.derive('issuer cookies').map((key) => key.toString('base64url')),
      long: { httpOnly: true, sameSite: 'lax', overwrite: true, signed: true, path: '/oidc' },
      short: { httpOnly: true, sameSite: 'lax', overwrite: true, signed: true },
    },
    async findAccount(context, sub, token) {
      const { iat } = time.outside({ iat: token?.iat ?? context.oidc.session?.loginTs });
      if (!(await isStillGranted(database, sub, iat))) return undefined;
      return { accountId: sub, claims: async () => ({ sub }) };
    },
    formats: {
      customizers: {
        jwt: (_context, _token, { payload }) => void Object.assign(payload, time.outside({ ...payload })),
      },
    },
    extraTokenClaims: async (_context, token) => ({
      ...('grantId' in token && token.grantId !== undefined && { [GRANT_CLAIM]: digestStateId(token.grantId) }),
    }),
    loadExistingGrant: loadGrant(RESOURCE),
    claims: { openid: ['sub'] },
    scopes: ['openid', 'offline_access', ...SCOPES],
    responseTypes: ['code'],
    pkce: { required: () => true },
    enabledJWA: {
      idTokenSigningAlgValues: [SIGNING_ALGORITHM],
      userinfoSigningAlgValues: [SIGNING_ALGORITHM],
    },
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    features: {
      devInteractions: { enabled: false },
      // Bound tokens are not bearer tokens, the only kind that the public interface accepts.
      dPoP: { enabled: false },
      // Public clients have no secret: anyone could push requests, each of which is a row.
      pushedAuthorizationRequests: { enabled: false },
      // It would request a token without an audience; all of ours have one.
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: true, ...signOutPages },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => {
          if (resource !== RESOURCE && resource !== audience) throw invalidTarget();
          return {
            scope: SCOPES.join(' '),
            audience,
            accessTokenTTL: ACCESS_TOKEN_S,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: SIGNING_ALGORITHM } },
          };
        },
      },
    },
    // A web application may redeem its code from its own origin.
    clientBasedCORS: (_context, origin, client) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    interactions: { policy, url: (_context, { uid }) => `/oidc/interaction/${uid}` },
    rotateRefreshToken: true,
    ttl: {
      AccessToken: ACCESS_TOKEN_S,
      AuthorizationCode: MINUTE,
      Grant: 14 * DAY,
      IdToken: HOUR,
      Interaction: HOUR / 2,
      RefreshToken: 14 * DAY,
      // A session without an account comes from a visit to the sign-out page.
      Session: (_context, session) => (session.accountId === undefined ? HOUR / 2 : 14 * DAY),
    },
    renderError(context, { error, error_description: description }, cause) {
      context.type = 'html';
      context.body = error === 'server_error' ? failurePage(context, cause) : errorPage(error, description ?? null);
    },
  };
}

function invalidTarget(): Error {
  return Object.assign(new Error('invalid_target'), {
    error: 'invalid_target',
    error_description: `the only resource is ${RESOURCE}`,
    expose: true,
    statusCode: 400,
    status: 400,
  });
}
