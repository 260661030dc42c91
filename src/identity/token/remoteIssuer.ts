import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { errorMessage } from '../../base/errors.ts';
import { parseUrl } from '../../base/parseUrl.ts';
import { CredentialsUnavailableError } from '../../graph/caller/credentialVerifier.ts';
import { boundedFetch } from './boundedFetch.ts';
import type { TrustedIssuer } from './tokenVerifier.ts';
import { usableKeys } from './usableKeys.ts';

/** Keys are refetched in the background, while the current ones serve. */
const REFRESH_MS = 10 * 60_000;
/** How often an unknown key id, or a failed first fetch, may query the issuer. */
const COOLDOWN_MS = 10_000;
const RETRY_MS = 1_000;
/** Issuers publish a handful; each key is imported. */
const MOST_KEYS = 100;

/** The result of the last fetch of an issuer's keys, for the operator. */
export interface IssuerReport {
  readonly issuer: string;
  /** The number of usable keys. */
  readonly keys: number;
  /** Why its other keys are unusable, one line each. */
  readonly refusedKeys: readonly string[];
  /** When they were fetched, in milliseconds since 1970; null: never. */
  readonly readAt: number | null;
  /** Why the last fetch failed; null when it succeeded. */
  readonly lastError: string | null;
}

/**
 * An OpenID Connect issuer, identified by its URL: its keys are found by discovery and cached. While it is unreachable
 * the cached keys serve; an unknown key id triggers another fetch.
 */
export class RemoteIssuer implements TrustedIssuer {
  readonly #url: string;
  #keySet: ReturnType<typeof createLocalJWKSet> | null = null;
  #keys = 0;
  #refusedKeys: readonly string[] = [];
  #readAt: number | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  #lastError: string | null = null;
  #reading: Promise<void> | null = null;

  /** @param url the issuer identifier, exactly as tokens name it in `iss` */
  constructor(url: string) {
    this.#url = url;
  }

  isNamed(iss: string): boolean {
    return iss === this.#url;
  }

  readonly key: JWTVerifyGetKey = async (header, token) => {
    if (this.#keySet === null) await this.#read(RETRY_MS);
    else if (Date.now() - (this.#readAt ?? 0) > REFRESH_MS) this.refresh();
    try {
      return await this.#find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.#read(COOLDOWN_MS);
      return await this.#find(header, token);
    }
  };

  /** Refetches the keys in the background. */
  refresh(): void {
    this.#read(COOLDOWN_MS).catch(() => {});
  }

  report(): IssuerReport {
    return {
      issuer: this.#url,
      keys: this.#keys,
      refusedKeys: this.#refusedKeys,
      readAt: this.#readAt,
      lastError: this.#lastError,
    };
  }

  #find: JWTVerifyGetKey = (header, token) => {
    if (this.#keySet === null) throw new CredentialsUnavailableError(`the keys of ${this.#url} were never read`);
    return this.#keySet(header, token);
  };

  /**
   * @param pauseMs no fetch within this time of the last one
   * @throws CredentialsUnavailableError when the fetch failed
   */
  async #read(pauseMs: number): Promise<void> {
    if (this.#reading === null && Date.now() - this.#askedAt >= pauseMs) {
      this.#askedAt = Date.now();
      this.#reading = this.#readKeys().finally(() => {
        this.#reading = null;
      });
    }
    await this.#reading;
    if (this.#lastError !== null) throw new CredentialsUnavailableError(this.#lastError);
  }

  async #readKeys(): Promise<void> {
    try {
      const discovery = await readJson(`${this.#url.replace(/\/$/, '')}/.well-known/openid-configuration`);
      if (discovery.issuer !== this.#url) {
        throw new Error(
          `its discovery document names the issuer ${JSON.stringify(discovery.issuer)}, OAUTH_ISSUER must be exactly that`,
        );
      }
      const address = discovery.jwks_uri;
      if (typeof address !== 'string' || parseUrl(address) === null)
        throw new Error('its discovery document names no jwks_uri');
      const answer = await readJson(address);
      if (!isKeySet(answer)) throw new Error('its jwks_uri answers no key set');
      const published = createLocalJWKSet(answer).jwks();
      if (published.keys.length > MOST_KEYS) {
        throw new Error(`it publishes ${published.keys.length} keys, at most ${MOST_KEYS} are taken`);
      }
      const { keys, refused } = await usableKeys(published.keys);
      this.#keySet = createLocalJWKSet({ keys });
      this.#keys = keys.length;
      this.#refusedKeys = refused;
      this.#readAt = Date.now();
      this.#lastError = null;
    } catch (error) {
      this.#lastError = `the keys of ${this.#url} cannot be read: ${errorMessage(error)}`;
    }
  }
}

async function readJson(url: string): Promise<Record<string, unknown>> {
  const response = await boundedFetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const document: unknown = JSON.parse(await response.text());
  if (typeof document !== 'object' || document === null) throw new Error(`${url} answered no JSON object`);
  return document as Record<string, unknown>;
}

function isKeySet(answer: object): answer is JSONWebKeySet {
  return 'keys' in answer && Array.isArray(answer.keys);
}
