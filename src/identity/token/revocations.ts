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
  readonly #database: Pick<Database, 'read'>;
  readonly #issuer: string;

  /** @param issuer its URL, or OWN_ISSUER */
  constructor(database: Pick<Database, 'read'>, issuer: string) {
    this.#database = database;
    this.#issuer = issuer;
  }

  async include({ subject, jti, issuedAt }: JudgedToken): Promise<boolean> {
    const [row] = await this.#database.read({
      text: `SELECT EXISTS (
        SELECT FROM revocation WHERE issuer = $1 AND (
          kind = 'token' AND name = $2 OR kind = 'user' AND name = $3 AND extract(epoch FROM not_before) >= $4::float8
        ))::text`,
      values: [this.#issuer, storable(jti), storable(subject), issuedAt ?? 0],
    });
    return row?.[0] === 'true';
  }
}

/** A value that is no text, or holds NUL, which PostgreSQL cannot store: nothing is revoked under it. */
function storable(name: unknown): string {
  return typeof name === 'string' && !name.includes('\0') ? name : '';
}
