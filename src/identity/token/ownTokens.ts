import { randomUUID } from 'node:crypto';
import { type JWTVerifyResult, SignJWT } from 'jose';
import type { Database } from '../../database/database.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import type { SecretBox } from '../../graph/secrets/secretBox.ts';
import type { TokenIssuer } from '../../graph/user/tokenIssuer.ts';
import { SIGNING_ALGORITHM, SigningKeys } from './signingKeys.ts';
import type { TrustedIssuer } from './tokenVerifier.ts';

interface OwnTokensSettings {
  readonly database: Database;
  /** The box of SECRETS_KEY. */
  readonly box: SecretBox;
  readonly audience: string;
  /** PUBLIC_URL, the `iss` of the tokens; null outside production. */
  readonly publicUrl: string | null;
}

/** The `iss` where PUBLIC_URL is unset: the service need not know its address, and its keys are its own. */
const UNNAMED = 'http://localhost';

/** Access tokens that people make themselves. Each has a row, and ends with it. */
export class OwnTokens implements TrustedIssuer, TokenIssuer {
  readonly #database: Database;
  readonly #keys: SigningKeys;
  readonly #audience: string;
  readonly #name: string;

  constructor({ database, box, audience, publicUrl }: OwnTokensSettings) {
    this.#database = database;
    this.#keys = new SigningKeys(database, box);
    this.#audience = audience;
    this.#name = publicUrl ?? UNNAMED;
  }

  get key() {
    return this.#keys.verification;
  }

  isNamed(iss: string): boolean {
    return iss === this.#name;
  }

  async isEnded({ payload }: JWTVerifyResult): Promise<boolean> {
    const id = parseUuid(String(payload.jti));
    if (id === null) return true;
    const found = await this.#database.client.accessToken.findUnique({ where: { id, subject: String(payload.sub) } });
    return found === null;
  }

  async sign({ subject, scopes, ttlSeconds }: Parameters<TokenIssuer['sign']>[0]) {
    const { id: keyId, key } = await this.#keys.signing();
    const issuedAt = Math.floor(this.#database.clock.now().getTime() / 1000);
    const id = randomUUID();
    // RFC 9068 demands a client_id: no person has the name of this service.
    const token = await new SignJWT({ scope: scopes.join(' '), client_id: this.#name })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: keyId })
      .setIssuer(this.#name)
      .setAudience(this.#audience)
      .setSubject(subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .setJti(id)
      .sign(key);
    return { id, keyId, token, expiresAt: new Date((issuedAt + ttlSeconds) * 1000) };
  }

  async rotateKey(options: Parameters<TokenIssuer['rotateKey']>[0]) {
    return { keyId: await this.#keys.rotate(options) };
  }

  publicKeys() {
    return this.#keys.published();
  }
}

/** Deletes the rows of tokens that have expired. @returns how many */
export async function removeExpiredTokens({ client }: Pick<Database, 'client'>): Promise<number> {
  return await client.$executeRaw`DELETE FROM access_token WHERE expires_at < now()`;
}
