import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CryptoKey, errors, exportJWK, generateKeyPair, importJWK, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Database } from '../../database/database.ts';
import { CatalogError } from '../../graph/model/errors.ts';
import { secretContext } from '../../graph/secrets/reencryptSecrets.ts';
import { type SecretBox, SecretBoxError } from '../../graph/secrets/secretBox.ts';

export const SIGNING_ALGORITHM = 'ES256';

/** Another process's new key is known here after this time, or when a token names it. */
const REMEMBERED_MS = 5_000;
const RELOAD_PAUSE_MS = 500;
const LONGEST_AGE_MS = 90 * 24 * 60 * 60_000;
/**
 * Tokens are accepted past their end by the verifiers' skew, and may be signed by a process that has not yet seen the
 * rotation.
 */
const MARGIN_MS = 2 * 60_000;

export interface SigningKeyPair {
  readonly id: string;
  /** With `kid`, `alg` and `use`. */
  readonly privateJwk: JWK;
  readonly privateKey: CryptoKey;
}

interface StoredKey {
  readonly id: string;
  readonly createdAt: Date;
  readonly publicKey: CryptoKey;
  /** A private JWK, encrypted. */
  readonly sealed: string;
  opened: Promise<SigningKeyPair> | null;
}

/**
 * The embedded issuer's keys, stored in the database for all processes: the newest signs, and the previous one still
 * verifies.
 */
export class SigningKeys {
  readonly #database: Database;
  readonly #openBox: () => Promise<SecretBox>;
  #keys: readonly StoredKey[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<readonly StoredKey[]> | null = null;

  constructor(database: Database, openBox: () => Promise<SecretBox>) {
    this.#database = database;
    this.#openBox = openBox;
  }

  /** The signing keys, newest first; creates the first one, and a new one when the newest is 90 days old. */
  async all(): Promise<readonly [SigningKeyPair, ...SigningKeyPair[]]> {
    let keys = await this.#known();
    const [newest] = keys;
    if (newest === undefined || newest.createdAt.getTime() < this.#database.clock.now().getTime() - LONGEST_AGE_MS) {
      await this.#make((age) => age === null || age > LONGEST_AGE_MS).catch((error: unknown) => {
        // An older key's tokens are still valid: rotate later.
        if (newest === undefined || !(error instanceof CatalogError)) throw error;
      });
      keys = await this.#read();
    }
    const opened = await this.#openAll(keys);
    // Encrypted with a lost SECRETS_KEY, the newest cannot sign; its tokens are still verified.
    const signing = opened[0]?.id === keys[0]?.id ? opened : await this.#openAll(await this.#replace());
    const [first, ...others] = signing;
    if (first === undefined) throw new Error('a signing key was made and is not there');
    return [first, ...others];
  }

  async #replace(): Promise<readonly StoredKey[]> {
    await this.#make(() => true);
    return this.#read();
  }

  /** The keys that a current SECRETS_KEY decrypts. */
  async #openAll(keys: readonly StoredKey[]): Promise<readonly SigningKeyPair[]> {
    const opened = await Promise.all(
      keys.map((key) =>
        this.#open(key).catch((error: unknown) => {
          if (error instanceof SecretBoxError) return null;
          throw error;
        }),
      ),
    );
    return opened.filter((key) => key !== null);
  }

  /** The public key with a token's `kid`. */
  readonly verificationKey: JWTVerifyGetKey = async ({ kid }) => {
    const find = (keys: readonly StoredKey[]) => keys.find(({ id }) => id === kid)?.publicKey;
    const known = find(await this.#known());
    if (known !== undefined) return known;
    if (performance.now() - this.#readAt > RELOAD_PAUSE_MS) {
      const found = find(await this.#read());
      if (found !== undefined) return found;
    }
    throw new errors.JWKSNoMatchingKey();
  };

  /**
   * Creates a new signing key.
   * @param withdrawing whether earlier keys stop verifying
   * @throws CatalogError conflict while tokens of a key before the newest are valid, and it is not withdrawn
   */
  async rotate({ withdrawing }: { readonly withdrawing: boolean }): Promise<string> {
    const id = await this.#make(() => true, withdrawing);
    await this.#read();
    // Until then another process may sign with a withdrawn key; tokens issued after the answer work.
    if (withdrawing) await sleep(REMEMBERED_MS);
    return id;
  }

  /** Stores the end of a token's lifetime, so that its key is kept as long. */
  async extend(id: string, until: Date): Promise<void> {
    await this.#database.client.signingKey.updateMany({
      where: { id, tokensEndAt: { lt: until } },
      data: { tokensEndAt: until },
    });
  }

  /** @param isWanted decided under the lock from the newest key's age in milliseconds; null without a key */
  async #make(isWanted: (age: number | null) => boolean, withdrawing = false): Promise<string> {
    const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const id = randomUUID();
    const jwk = { ...(await exportJWK(privateKey)), kid: id, alg: SIGNING_ALGORITHM, use: 'sig' };
    const { d: _secret, ...publicKey } = jwk;
    const sealed = (await this.#openBox()).encrypt(JSON.stringify(jwk), contextOf(id));
    return this.#database.transaction(async (client) => {
      await client.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('signing_key', 0))::text`;
      const [newest, ...older] = await client.signingKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
      if (newest !== undefined && !isWanted(this.#database.clock.now().getTime() - newest.createdAt.getTime()))
        return newest.id;
      const ended = withdrawing && newest !== undefined ? [newest, ...older] : older;
      const living = withdrawing
        ? undefined
        : older.find(({ tokensEndAt }) => tokensEndAt.getTime() + MARGIN_MS > this.#database.clock.now().getTime());
      if (living !== undefined) {
        const end = new Date(living.tokensEndAt.getTime() + MARGIN_MS).toISOString();
        throw new CatalogError(
          'conflict',
          `Tokens of the key before the newest live until ${end}: rotate after that, or withdraw the keys of before.`,
        );
      }
      await client.signingKey.deleteMany({ where: { id: { in: ended.map((key) => key.id) } } });
      await client.signingKey.create({ data: { id, publicKey, privateKey: sealed } });
      return id;
    });
  }

  async #known(): Promise<readonly StoredKey[]> {
    return performance.now() - this.#readAt < REMEMBERED_MS ? this.#keys : this.#read();
  }

  #read(): Promise<readonly StoredKey[]> {
    this.#reading ??= this.#readRows().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readRows(): Promise<readonly StoredKey[]> {
    const rows = await this.#database.client.signingKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
    const known = new Map(this.#keys.map((key) => [key.id, key]));
    this.#keys = await Promise.all(
      rows.map(async ({ id, publicKey, privateKey, createdAt }) => {
        const same = known.get(id);
        if (same?.sealed === privateKey) return same;
        const key = (await importJWK(publicKey as JWK, SIGNING_ALGORITHM)) as CryptoKey;
        return { id, createdAt, publicKey: key, sealed: privateKey, opened: null };
      }),
    );
    this.#readAt = performance.now();
    return this.#keys;
  }

  #open(key: StoredKey): Promise<SigningKeyPair> {
    key.opened ??= this.#unseal(key).catch((error: unknown) => {
      key.opened = null;
      throw error;
    });
    return key.opened;
  }

  async #unseal({ id, sealed }: StoredKey): Promise<SigningKeyPair> {
    const privateJwk = JSON.parse((await this.#openBox()).decrypt(sealed, contextOf(id))) as JWK;
    return { id, privateJwk, privateKey: (await importJWK(privateJwk, SIGNING_ALGORITHM)) as CryptoKey };
  }
}

const contextOf = (id: string) => secretContext('signing_key', 'private_key', id);
