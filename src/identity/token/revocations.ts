import type { Database } from '../../database/database.ts';

interface JudgedToken {
  /** Its `sub` and `jti`; the issuer may have signed any type, such as a number. */
  readonly subject: unknown;
  readonly jti: unknown;
  /** Its `iat`: seconds since 1970; undefined is earlier than any revocation. */
  readonly issuedAt: number | undefined;
}

/** The revocations of one issuer's tokens (the graph's revokeUserTokens and revokeToken). */
export class Revocations {
  readonly #database: Pick<Database, 'client'>;
  readonly #issuer: string;

  /** @param issuer its URL, or OWN_ISSUER */
  constructor(database: Pick<Database, 'client'>, issuer: string) {
    this.#database = database;
    this.#issuer = issuer;
  }

  async include({ subject, jti, issuedAt }: JudgedToken): Promise<boolean> {
    const ofToken = { kind: 'token', name: storable(jti) } as const;
    const ofUser = { kind: 'user', name: storable(subject), notBefore: { gte: toInstant(issuedAt ?? 0) } } as const;
    const where = { issuer: this.#issuer, OR: [ofToken, ofUser] };
    return (await this.#database.client.revocation.findFirst({ where, select: { name: true } })) !== null;
  }
}

/** One that is no instant is earlier than any revocation. */
function toInstant(seconds: number): Date {
  const instant = new Date(Math.max(0, seconds * 1000));
  return Number.isNaN(instant.getTime()) ? new Date(0) : instant;
}

/** A value that is no text, or holds NUL, which PostgreSQL cannot store: nothing is revoked under it. */
function storable(name: unknown): string {
  return typeof name === 'string' && !name.includes('\0') ? name : '';
}
