import { hash } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { secretContext } from '../../graph/secrets/reencryptSecrets.ts';
import type { SecretBox } from '../../graph/secrets/secretBox.ts';

/** oidc-provider's storage of one kind of state, e.g. `Session`, in the table issuer_state. */
export class IssuerStateAdapter implements Adapter {
  readonly #database: Database;
  readonly #box: SecretBox;
  readonly #kind: string;

  constructor(database: Database, box: SecretBox, kind: string) {
    this.#database = database;
    this.#box = box;
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const key = { kind: this.#kind, id: digest(id) };
    const state = {
      grantId: payload.grantId === undefined ? null : digest(payload.grantId),
      uid: payload.uid === undefined ? null : digest(payload.uid),
      payload: this.#box.encrypt(JSON.stringify(payload), this.#context(key.id)),
      expiresAt: new Date(Date.now() + expiresIn * 1000),
    };
    await this.#database.client.issuerState.upsert({
      where: { kind_id: key },
      create: { ...key, ...state },
      update: state,
    });
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#find({ id: digest(id) });
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#find({ uid: digest(uid) });
  }

  /** The device flow is off. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    await this.#database.client.issuerState.updateMany({
      where: { kind: this.#kind, id: digest(id) },
      data: { usedAt: new Date() },
    });
  }

  async destroy(id: string): Promise<void> {
    await this.#database.client.issuerState.deleteMany({ where: { kind: this.#kind, id: digest(id) } });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.client.issuerState.deleteMany({ where: { grantId: digest(grantId) } });
  }

  async #find(where: { readonly id: string } | { readonly uid: string }): Promise<AdapterPayload | undefined> {
    const row = await this.#database.client.issuerState.findFirst({
      where: { kind: this.#kind, ...where, expiresAt: { gt: new Date() } },
    });
    if (row === null) return undefined;
    try {
      const payload = JSON.parse(this.#box.decrypt(row.payload, this.#context(row.id))) as AdapterPayload;
      return row.usedAt === null ? payload : { ...payload, consumed: Math.floor(row.usedAt.getTime() / 1000) };
    } catch {
      // Of a key that is gone: its owner signs in again.
      return undefined;
    }
  }

  #context(digestedId: string): string {
    return secretContext('issuer_state', 'payload', `${this.#kind}/${digestedId}`);
  }
}

function digest(id: string): string {
  return hash('sha256', id, 'base64url');
}
