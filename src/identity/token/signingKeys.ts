import { randomUUID } from 'node:crypto';
import { type CryptoKey, errors, exportJWK, generateKeyPair, importJWK, type JWK, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.ts';
import type { SigningKey } from '../../database/generated/client.ts';
import { CatalogError } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { secretContext } from '../../graph/secrets/reencryptSecrets.ts';
import { type SecretBox, SecretBoxError } from '../../graph/secrets/secretBox.ts';

export const SIGNING_ALGORITHM = 'ES256';

const LONGEST_AGE_MS = 90 * 24 * 60 * 60_000;
const NEWEST_FIRST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/**
 * The keys of the access tokens made here, in the database for all processes: the newest signs, the previous one still
 * verifies. A key's deletion deletes its tokens.
 */
export class SigningKeys {
  readonly #database: Database;
  readonly #box: SecretBox;
  /** A key never changes under its id. */
  readonly #verifying = new LRUCache<string, CryptoKey>({ max: 8 });

  constructor(database: Database, box: SecretBox) {
    this.#database = database;
    this.#box = box;
  }

  /** The newest key; made where there is none, it is 90 days old, or the SECRETS_KEY that encrypted it is lost. */
  async signing(): Promise<{ readonly id: string; readonly key: CryptoKey }> {
    const newest = await this.#database.client.signingKey.findFirst({ orderBy: NEWEST_FIRST });
    const opened = newest === null || this.#isOld(newest) ? null : await this.#open(newest);
    if (opened !== null) return opened;
    const made = await this.#open(await this.#make((current) => current?.id === newest?.id, false));
    if (made === null) throw new Error('the signing key is encrypted with another SECRETS_KEY');
    return made;
  }

  /** The public key with a token's `kid`. */
  readonly verification: JWTVerifyGetKey = async ({ kid }) => {
    const id = parseUuid(kid ?? '');
    const known = id === null ? undefined : this.#verifying.get(id);
    if (known !== undefined) return known;
    const stored = id === null ? null : await this.#database.client.signingKey.findUnique({ where: { id } });
    if (stored === null) throw new errors.JWKSNoMatchingKey();
    const key = (await importJWK(stored.publicKey as JWK, SIGNING_ALGORITHM)) as CryptoKey;
    this.#verifying.set(stored.id, key);
    return key;
  };

  /** The public keys. */
  async published(): Promise<readonly JWK[]> {
    const keys = await this.#database.client.signingKey.findMany({ orderBy: NEWEST_FIRST });
    return keys.map(({ publicKey }) => publicKey as JWK);
  }

  /**
   * Makes another signing key.
   * @param withdrawing whether the tokens of all earlier keys end
   * @throws CatalogError conflict while a token of a key before the newest works, and it is not withdrawn
   */
  async rotate({ withdrawing }: { readonly withdrawing: boolean }): Promise<string> {
    return (await this.#make(() => true, withdrawing)).id;
  }

  #isOld({ createdAt }: SigningKey): boolean {
    return createdAt.getTime() < this.#database.clock.now().getTime() - LONGEST_AGE_MS;
  }

  /** @param isWanted decided under the lock from the newest key @returns the newest key */
  async #make(isWanted: (newest: SigningKey | undefined) => boolean, withdrawing: boolean): Promise<SigningKey> {
    const { privateKey: generated } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const id = randomUUID();
    const jwk = { ...(await exportJWK(generated)), kid: id, alg: SIGNING_ALGORITHM, use: 'sig' };
    const { d: _secret, ...publicKey } = jwk;
    const privateKey = this.#box.encrypt(JSON.stringify(jwk), keyContext(id));
    return await this.#database.transaction(async (client) => {
      await client.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('signing_key', 0))::text`;
      const [newest, ...older] = await client.signingKey.findMany({ orderBy: NEWEST_FIRST });
      if (newest !== undefined && !isWanted(newest)) return newest;
      const ended = [...(withdrawing && newest !== undefined ? [newest] : []), ...older].map((key) => key.id);
      if (!withdrawing) {
        const living = await client.accessToken.findFirst({
          where: { keyId: { in: ended }, expiresAt: { gt: this.#database.clock.now() } },
          orderBy: { expiresAt: 'desc' },
        });
        if (living !== null) {
          throw new CatalogError(
            'conflict',
            `Tokens of the key before the newest live until ${living.expiresAt.toISOString()}: rotate after that, or withdraw the keys of before.`,
          );
        }
      }
      await client.signingKey.deleteMany({ where: { id: { in: ended } } });
      return await client.signingKey.create({ data: { id, publicKey, privateKey } });
    });
  }

  /** Null for a key that no current SECRETS_KEY decrypts; its tokens are still verified. */
  async #open({ id, privateKey }: SigningKey): Promise<{ readonly id: string; readonly key: CryptoKey } | null> {
    try {
      const jwk = JSON.parse(this.#box.decrypt(privateKey, keyContext(id))) as JWK;
      return { id, key: (await importJWK(jwk, SIGNING_ALGORITHM)) as CryptoKey };
    } catch (error) {
      if (error instanceof SecretBoxError) return null;
      throw error;
    }
  }
}

const keyContext = (id: string) => secretContext('signing_key', 'private_key', id);
