import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  /** Identifies a stored value's key without revealing it. */
  readonly id: string;
  readonly secret: string;
  readonly bytes: Buffer;
}

/** A stored secret that no key decrypts, or that was changed or moved. Its message reveals nothing of it. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/**
 * Encrypts secrets for storage (AES-256-GCM). The first key encrypts and all keys decrypt, so that a key can be
 * replaced while the service runs.
 */
export class SecretBox {
  readonly #keys: readonly [Key, ...Key[]];

  /** @param secrets the values of SECRETS_KEY, the encrypting one first */
  constructor([first, ...others]: readonly [string, ...string[]]) {
    this.#keys = [keyOf(first), ...others.map(keyOf)];
  }

  /**
   * @param context the place of the value, e.g. `signing_key/private_key/ID`; it cannot be decrypted for another place
   * @returns `v1.<key id>.<base64url of nonce, text and tag>`
   */
  encrypt(text: string, context: string): string {
    const [key] = this.#keys;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, key.id, sealed.toString('base64url')].join('.');
  }

  /** @throws SecretBoxError */
  decrypt(value: string, context: string): string {
    const [version, keyId, sealed = ''] = value.split('.');
    const key = this.#keys.find(({ id }) => id === keyId);
    if (version !== VERSION || key === undefined) {
      throw new SecretBoxError(`${context} is encrypted with a key that SECRETS_KEY does not hold`);
    }
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new SecretBoxError(`${context} was changed since it was encrypted`);
    }
  }

  /** The prefix of every value encrypted with the first key. */
  get currentPrefix(): string {
    return `${VERSION}.${this.#keys[0].id}.`;
  }

  /** A key for another purpose, derived from each key, the first one's first. */
  derive(purpose: string): readonly Buffer[] {
    return this.#keys.map(({ secret }) => expand(secret, purpose, 32));
  }
}

function keyOf(secret: string): Key {
  return { id: expand(secret, 'key id', 6).toString('hex'), secret, bytes: expand(secret, 'encryption', 32) };
}

/** RFC 5869. An operator's key has at least 256 random bits, so it needs no salt. */
function expand(secret: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `anime-catalog ${purpose}`, length));
}
