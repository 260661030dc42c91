import type { Database } from '../../database/database.ts';
import { EMBEDDED_ISSUER } from '../../graph/caller/issuerName.ts';

/**
 * Whether something issued to a user of the embedded issuer is still valid: the account exists and is enabled, and
 * nothing has since revoked all that was issued before (a new password, disabling, a revocation).
 * @param issuedAt in seconds since 1970; undefined is earlier than any revocation
 */
export async function isStillGranted(
  database: Pick<Database, 'read'>,
  name: string,
  issuedAt: number | undefined,
): Promise<boolean> {
  const [row] = await database.read({
    text: `SELECT (u.disabled_at IS NULL AND NOT EXISTS (
        SELECT FROM revocation r
        WHERE r.issuer = $1 AND r.kind = 'user' AND r.name = u.name AND extract(epoch FROM r.not_before) >= $3::float8
      ))::text FROM issuer_user u WHERE u.name = $2`,
    values: [EMBEDDED_ISSUER, name, issuedAt ?? 0],
  });
  return row?.[0] === 'true';
}
