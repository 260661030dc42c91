import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.ts';
import { parseApiKey } from '../../graph/application/apiKeyText.ts';
import { suspensionReasons } from '../../graph/application/suspensionReason.ts';
import type { CredentialVerifier, Verdict } from '../../graph/caller/credentialVerifier.ts';
import { secretDigest } from '../../graph/model/secretDigest.ts';
import type { Caller } from '../../graph/model/viewer.ts';
import type { KeyUses } from './keyUses.ts';

/** A key revoked elsewhere is refused here within 5 s; the remainder is time for the read. */
const REMEMBERED_MS = 4_000;
const LARGEST_CACHE = 10_000;

interface StoredKey {
  readonly digest: Buffer;
  readonly caller: Caller;
  /** Milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
  readonly isRevoked: boolean;
  /** Why its application is suspended; null when it is not. */
  readonly suspendedReason: string | null;
}

const refused = (reason: string): Verdict => ({ valid: false, reason });
const malformed = refused('The API key is damaged: its shape or its checksum is wrong.');
const unknown = refused('The API key is unknown.');
const revoked = refused('The API key was revoked.');
const expired = refused('The API key has expired.');

/** Why a key of which the right text was sent is refused; null where it is not. */
function findEnd({ isRevoked, suspendedReason, expiresAt }: StoredKey, now: Date): Verdict | null {
  if (isRevoked) return revoked;
  if (suspendedReason !== null) return refused(`The API key is suspended. ${suspendedReason}`);
  return expiresAt !== null && expiresAt <= now.getTime() ? expired : null;
}

/** Verifies API keys from a bounded cache of the last seconds, else from the database. */
export class ApiKeyVerifier implements CredentialVerifier {
  readonly #database: Pick<Database, 'client'>;
  readonly #uses: Pick<KeyUses, 'note'>;
  readonly #now: () => Date;
  readonly #known = new LRUCache<string, StoredKey>({ max: LARGEST_CACHE, ttl: REMEMBERED_MS });
  /** A separate cache, so that made-up keys evict no valid one. */
  readonly #unknown = new LRUCache<string, true>({ max: LARGEST_CACHE, ttl: REMEMBERED_MS });
  readonly #reads = new Map<string, Promise<StoredKey | null>>();

  /** @param now the time that keys are judged by */
  constructor(database: Pick<Database, 'client'>, uses: Pick<KeyUses, 'note'>, now: () => Date = () => new Date()) {
    this.#now = now;
    this.#database = database;
    this.#uses = uses;
  }

  cachedVerdict(credential: string): Verdict | undefined {
    const key = parseApiKey(credential);
    if (key === null) return malformed;
    const stored = this.#known.get(key.id);
    if (stored !== undefined) return this.#judge(key.id, credential, stored);
    return this.#unknown.has(key.id) ? unknown : undefined;
  }

  async verify(credential: string): Promise<Verdict> {
    const cached = this.cachedVerdict(credential);
    if (cached !== undefined) return cached;
    const id = parseApiKey(credential)?.id ?? '';
    const stored = await this.#read(id);
    return stored === null ? unknown : this.#judge(id, credential, stored);
  }

  noteUse(caller: Caller, isRefused: boolean): void {
    if (caller.kind === 'key') this.#uses.note(caller.id, isRefused ? 'refused' : 'admitted');
  }

  /** Forgets the cached key, and discards a read of it in progress. */
  forget(id: string): void {
    this.#known.delete(id);
    this.#unknown.delete(id);
    this.#reads.delete(id);
  }

  #judge(id: string, credential: string, stored: StoredKey): Verdict {
    // A wrong secret is answered like a wrong id, so as not to reveal which ids exist.
    if (!timingSafeEqual(secretDigest(credential), stored.digest)) return unknown;
    const end = findEnd(stored, this.#now());
    if (end === null) return { valid: true, caller: stored.caller };
    this.#uses.note(id, 'ended');
    return end;
  }

  /** One read for all concurrent callers. */
  #read(id: string): Promise<StoredKey | null> {
    const running = this.#reads.get(id);
    if (running !== undefined) return running;
    const read: Promise<StoredKey | null> = this.#readRow(id)
      .then((stored) => {
        // Otherwise it was revoked during the read, which may predate that.
        if (this.#reads.get(id) === read) this.#keep(id, stored);
        return stored;
      })
      .finally(() => {
        if (this.#reads.get(id) === read) this.#reads.delete(id);
      });
    this.#reads.set(id, read);
    return read;
  }

  #keep(id: string, stored: StoredKey | null): void {
    if (stored === null) this.#unknown.set(id, true);
    else this.#known.set(id, stored);
  }

  async #readRow(id: string): Promise<StoredKey | null> {
    const { client } = this.#database;
    const row = await client.apiKey.findUnique({ where: { id } });
    if (row === null) return null;
    const { digest, applicationId, scopes, expiresAt, revokedAt } = row;
    const reasons = await suspensionReasons(client, [applicationId]);
    return {
      digest: Buffer.from(digest),
      caller: { kind: 'key', id, applicationId, scopes: new Set(scopes) },
      expiresAt: expiresAt?.getTime() ?? null,
      isRevoked: revokedAt !== null,
      suspendedReason: reasons.get(applicationId) ?? null,
    };
  }
}
