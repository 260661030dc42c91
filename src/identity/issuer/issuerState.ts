import { hash } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import { secretContext } from '../../graph/secrets/reencryptSecrets.ts';
import type { SecretBox } from '../../graph/secrets/secretBox.ts';
import { isStillGranted } from './isStillGranted.ts';
import { IssuerTime } from './issuerTime.ts';

/** oidc-provider's storage of one kind of state, e.g. `Session`, in the table issuer_state. */
export class IssuerStateAdapter implements Adapter {
  readonly #database: Database;
  readonly #box: SecretBox;
  readonly #kind: string;
  readonly #time: IssuerTime;

  constructor(database: Database, box: SecretBox, kind: string) {
    this.#database = database;
    this.#time = new IssuerTime(database.clock);
    this.#box = box;
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const key = { kind: this.#kind, id: digestStateId(id) };
    const state = {
      grantId: payload.grantId === undefined ? null : digestStateId(payload.grantId),
      uid: payload.uid === undefined ? null : digestStateId(payload.uid),
      payload: this.#box.encrypt(JSON.stringify(this.#time.outside(payload)), this.#context(key.id)),
      expiresAt: new Date(this.#time.now().getTime() + expiresIn * 1000),
    };
    await this.#database.client.issuerState.upsert({
      where: { kind_id: key },
      create: { ...key, ...state },
      update: state,
    });
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#find({ id: digestStateId(id) });
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#find({ uid: digestStateId(uid) });
  }

  /** The device flow is disabled. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /**
   * Marks a code or refresh token as used. The write decides which request is first: one that read it earlier is
   * refused too, and the whole grant ends (RFC 6749, 4.1.2; RFC 9700, 4.14.2).
   * @throws InvalidGrant when it was used before
   */
  async consume(id: string): Promise<void> {
    const key = { kind: this.#kind, id: digestStateId(id) };
    const { issuerState } = this.#database.client;
    const usedAt = this.#time.now();
    const { count } = await issuerState.updateMany({ where: { ...key, usedAt: null }, data: { usedAt } });
    if (count === 1) return;
    const used = await issuerState.findUnique({ where: { kind_id: key }, select: { grantId: true } });
    if (used?.grantId != null) await this.#endGrant(used.grantId);
    const { errors } = await import('oidc-provider');
    throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#database.client.issuerState.deleteMany({ where: { kind: this.#kind, id: digestStateId(id) } });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.client.issuerState.deleteMany({ where: { grantId: digestStateId(grantId) } });
  }

  /** The grant's own row goes too, so that a token which the first user is about to save under it is invalid. */
  async #endGrant(grantId: string): Promise<void> {
    await this.#database.client.issuerState.deleteMany({
      where: { OR: [{ grantId }, { kind: 'Grant', id: grantId }] },
    });
  }

  async #find(where: { readonly id: string } | { readonly uid: string }): Promise<AdapterPayload | undefined> {
    const row = await this.#database.client.issuerState.findFirst({
      where: { kind: this.#kind, ...where, expiresAt: { gt: this.#time.now() } },
    });
    const payload = row === null ? undefined : this.#open(row);
    if (row === null || payload === undefined || (await this.#hasEnded(payload))) return undefined;
    const consumed = row.usedAt === null ? {} : { consumed: Math.floor(row.usedAt.getTime() / 1000) };
    return this.#time.inside({ ...payload, ...consumed });
  }

  #open({ id, payload }: { readonly id: string; readonly payload: string }): AdapterPayload | undefined {
    try {
      return JSON.parse(this.#box.decrypt(payload, this.#context(id))) as AdapterPayload;
    } catch {
      // Encrypted with a lost key: its owner signs in again.
      return undefined;
    }
  }

  /**
   * A session's validity is checked from its sign-in. An interaction does not depend on the account that was signed in
   * when it began: it may be another's sign-in.
   */
  async #hasEnded({ accountId, loginTs, iat }: AdapterPayload): Promise<boolean> {
    if (this.#kind === 'Interaction' || accountId === undefined) return false;
    return !(await isStillGranted(this.#database, accountId, loginTs ?? iat));
  }

  #context(digestedId: string): string {
    return secretContext('issuer_state', 'payload', `${this.#kind}/${digestedId}`);
  }
}

/** The stored digest of an id, so that the table's contents cannot be used. */
export function digestStateId(id: string): string {
  return hash('sha256', id, 'base64url');
}
