import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './database.ts';
import { DatabaseError } from './databaseError.ts';

/**
 * Makes sure that every process on this database has the same secret: the first to ask leaves its fingerprint, the others must
 * match it. Only a salted HMAC is stored.
 * @param variable the environment variable that the secret comes from, for the message
 * @throws DatabaseError `shared_secret_differs`
 */
export async function assertSharedSecret(database: Database, variable: string, secret: string | Buffer): Promise<void> {
  const name = `fingerprint:${variable}`;
  const salt = randomBytes(16).toString('hex');
  // The do-nothing update makes a racing row visible to RETURNING: one of two first processes wins, the other reads its row.
  const rows = await database.client.$queryRaw<{ value: { salt: string; hmac: string } }[]>`
    INSERT INTO service_state (name, value)
    VALUES (${name}, jsonb_build_object('salt', ${salt}::text, 'hmac', ${fingerprint(variable, secret, salt)}::text))
    ON CONFLICT (name) DO UPDATE SET name = service_state.name
    RETURNING value`;
  const stored = rows[0]?.value;
  if (stored === undefined) throw new Error(`service_state did not return ${name}`);
  const [ours, theirs] = [Buffer.from(fingerprint(variable, secret, stored.salt)), Buffer.from(stored.hmac)];
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) {
    throw new DatabaseError(
      'shared_secret_differs',
      `${variable} differs from the one that this database was first used with: every process that shares it needs the same (if it was changed on purpose, delete the row "${name}" of service_state while none runs)`,
    );
  }
}

function fingerprint(variable: string, secret: string | Buffer, salt: string): string {
  return createHmac('sha256', secret).update(`${variable}\n${salt}`).digest('hex');
}
