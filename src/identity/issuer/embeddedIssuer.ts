import { randomUUID } from 'node:crypto';
import { stringify } from 'node:querystring';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { type JWTVerifyResult, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type OidcProvider from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { clientAddress } from '../../graph/caller/clientAddress.ts';
import type { Quotas } from '../../graph/caller/quotas.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import type { SecretBox } from '../../graph/secrets/secretBox.ts';
import type { TokenIssuer } from '../../graph/user/tokenIssuer.ts';
import type { TrustedIssuer } from '../token/tokenVerifier.ts';
import { createProvider, GRANT_CLAIM } from './createProvider.ts';
import { interactions } from './interactions.ts';
import { boundBody, parseForm } from './requestBody.ts';
import { RequestFault, showFault } from './requestFault.ts';
import { SIGNING_ALGORITHM, SigningKeys } from './signingKeys.ts';

export interface EmbeddedIssuerSettings {
  readonly database: Database;
  /** The box of SECRETS_KEY; opened for sign-in and for signing, not for verifying. */
  readonly openBox: () => Promise<SecretBox>;
  readonly audience: string;
  /** Public origin of the service, e.g. `https://catalog.example.org`; null: taken from each request. */
  readonly publicUrl: string | null;
  /** The origin of the desk, where people sign in too; null: they do not. */
  readonly deskUrl: string | null;
  readonly onError: (error: Error) => void;
}

const SWEEP_MS = 10 * 60_000;
/** Most cached providers, one per host name of this service. */
const LARGEST_PROVIDERS = 8;

/** The quota subject of the command line. */
const NO_APPLICATION = '00000000-0000-0000-0000-000000000000';

/** The `client_id` of tokens signed by the command line. */
const COMMAND_LINE = 'catalog-cli';

/** The embedded issuer: it signs users in, and its own tokens are trusted. */
export class EmbeddedIssuer implements TrustedIssuer, TokenIssuer {
  readonly #settings: EmbeddedIssuerSettings;
  readonly #keys: SigningKeys;
  readonly #providers = new LRUCache<string, Promise<OidcProvider>>({ max: LARGEST_PROVIDERS });
  readonly #sweep: NodeJS.Timeout;

  constructor(settings: EmbeddedIssuerSettings) {
    this.#settings = settings;
    this.#keys = new SigningKeys(settings.database, settings.openBox);
    this.#sweep = setInterval(() => void this.#removeEnded(), SWEEP_MS).unref();
  }

  get key() {
    return this.#keys.verificationKey;
  }

  /**
   * Without PUBLIC_URL the issuer's name follows the request, so any origin is accepted: the keys are this
   * installation's alone.
   */
  isNamed(iss: string): boolean {
    const { publicUrl } = this.#settings;
    return publicUrl === null ? /^https?:\/\/[^/]+\/oidc$/.test(iss) : iss === `${publicUrl}/oidc`;
  }

  /** A token ends with its user, its grant, its application, and the key that signed it. */
  async isRevoked(subject: string, { payload, protectedHeader }: JWTVerifyResult): Promise<boolean> {
    const clientId = parseUuid(String(payload.client_id)) ?? NO_APPLICATION;
    const [row] = await this.#settings.database.read({
      text: `SELECT (EXISTS (SELECT FROM issuer_user WHERE name = $1 AND disabled_at IS NOT NULL)
        OR NOT EXISTS (SELECT FROM signing_key WHERE id = $2)
        OR $3 <> '' AND NOT EXISTS (SELECT FROM issuer_state WHERE kind = 'Grant' AND id = $3)
        OR EXISTS (SELECT FROM application WHERE id = $4::uuid AND (disabled_at IS NOT NULL OR deleted_at IS NOT NULL))
        )::text`,
      values: [subject, protectedHeader.kid ?? '', String(payload[GRANT_CLAIM] ?? ''), clientId],
    });
    return row?.[0] === 'true';
  }

  async issue({ subject, scopes, ttlSeconds }: Parameters<TokenIssuer['issue']>[0]) {
    const [key] = await this.#keys.all();
    const issuedAt = Math.floor(this.#settings.database.clock.now().getTime() / 1000);
    const expiresAt = new Date((issuedAt + ttlSeconds) * 1000);
    await this.#keys.extend(key.id, expiresAt);
    const { audience, publicUrl } = this.#settings;
    const token = await new SignJWT({ scope: scopes.join(' '), client_id: COMMAND_LINE })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: key.id })
      .setIssuer(`${publicUrl ?? 'http://localhost'}/oidc`)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .setJti(randomUUID())
      .sign(key.privateKey);
    return { token, expiresAt };
  }

  async rotateKey(options: Parameters<TokenIssuer['rotateKey']>[0]) {
    return { keyId: await this.#keys.rotate(options) };
  }

  /** The handler below /oidc; mounted there, so that `url` lacks the prefix. */
  handler(quotas: Quotas): RequestHandler {
    const app = express.Router();
    app.use(setHeaders, countByAddress(quotas), boundUrl);
    app.use(
      '/interaction',
      interactions({
        database: this.#settings.database,
        quotas,
        providerOf: (request) => this.#providerOf(request),
        addressOf,
      }),
    );
    // A form from another site arrives without the session's cookie (SameSite=Lax); the redirected GET brings it.
    app.post('/session/end', parseForm, (request, response) => {
      response.redirect(303, `/oidc/session/end?${stringify(request.body)}`);
    });
    app.use(boundBody, async (request: Request, response: Response, next: NextFunction) => {
      const provider = await this.#providerOf(request);
      await provider.callback()(request, response);
      if (!response.headersSent) next();
    });
    app.use(({ method }: Request) => {
      throw new RequestFault(404, `There is nothing that answers ${method} at this path.`);
    });
    app.use(showFault);
    return app;
  }

  stop(): void {
    clearInterval(this.#sweep);
  }

  /** One provider per name of this service and set of keys. */
  async #providerOf(request: Request): Promise<OidcProvider> {
    const origin = this.#settings.publicUrl ?? originOf(request);
    // oidc-provider builds its URLs from these headers; the client's own never reach it.
    const { protocol, host } = new URL(origin);
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = host;
    const keys = await this.#keys.all();
    const name = [origin, ...keys.map(({ id }) => id)].join(' ');
    const known = this.#providers.get(name);
    if (known !== undefined) return known;
    const made = createProvider({
      ...this.#settings,
      box: await this.#settings.openBox(),
      issuer: `${origin}/oidc`,
      keys,
      onTokenIssued: (keyId, expiresAt) => {
        this.#keys.extend(keyId, expiresAt).catch((error: Error) => this.#settings.onError(error));
      },
    });
    this.#providers.set(name, made);
    return made;
  }

  async #removeEnded(): Promise<void> {
    try {
      const { client, clock } = this.#settings.database;
      await client.issuerState.deleteMany({ where: { expiresAt: { lt: clock.now() } } });
    } catch (error) {
      if (error instanceof Error) this.#settings.onError(error);
    }
  }
}

function originOf({ protocol, host }: Request): string {
  return new URL(`${protocol}://${host}`).origin;
}

function addressOf({ ip, socket }: Request): string {
  return clientAddress(ip, socket.remoteAddress);
}

/** A started sign-in is a row until it ends: excess ones of a client are refused. */
function countByAddress(quotas: Quotas): RequestHandler {
  return async (request, _response, next) => {
    const { exceeded, limit, windowSeconds, resetMs } = await quotas.charge('issuer', addressOf(request));
    if (exceeded) {
      const seconds = Math.ceil(resetMs / 1000);
      throw new RequestFault(
        429,
        `This address has made its ${limit} requests of ${windowSeconds} seconds: wait ${seconds} seconds.`,
        { 'Retry-After': String(seconds) },
      );
    }
    next();
  };
}

/** The parameters of a sign-in are stored until it ends. In bytes. */
const LONGEST_URL = 8_192;

const boundUrl: RequestHandler = (request, _response, next) => {
  if (request.originalUrl.length > LONGEST_URL) throw new RequestFault(414, `A URL has ${LONGEST_URL} bytes at most.`);
  next();
};

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** In addition to the public listener's default headers, and to `Cache-Control` on the issuer's answers. */
const setHeaders: RequestHandler = (_request, response, next) => {
  response.set({ 'Content-Security-Policy': policy, 'X-Frame-Options': 'DENY' });
  next();
};
