import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from './database.ts';
import { DatabaseError } from './databaseError.ts';

/** The values of a secret: the first signs or encrypts, all verify or decrypt. */
export type SecretValues = readonly (string | Buffer)[];

/** A racing process holds the row for a moment. */
const STATEMENT_MS = 15_000;

/** What the database keeps of a secret: never a value. */
interface Fingerprints {
  readonly salt: string;
  readonly hmacs: readonly string[];
}

/**
 * Makes sure that every process on this database shares a secret: the first to ask leaves the fingerprints of
 * its values, those that come later must have one of them, and leave theirs. So `new,old` may follow `old`, and
 * `new` may follow `new,old`, while other processes still run with what was before; a process that was
 * forgotten with `old` alone is refused then.
 * @param variable the environment variable that the secret comes from, for the message
 * @throws DatabaseError `shared_secret_differs`
 */
export async function assertSharedSecret(database: Database, variable: string, values: SecretValues): Promise<void> {
  const name = rowOf(variable);
  const empty: Fingerprints = { salt: randomBytes(16).toString('hex'), hmacs: [] };
  // Prisma's engine takes 80 MB at its first query: a process that never answers callers does without.
  await database.session(
    async (connection) => {
      await connection.query('BEGIN');
      // The do-nothing update waits for a racing process and shows its row.
      const { rows } = await connection.query<{ value: Fingerprints }>(
        `INSERT INTO service_state (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET name = service_state.name
       RETURNING value`,
        [name, JSON.stringify(empty)],
      );
      const { salt, hmacs } = rows[0]?.value ?? empty;
      const own = values.map((value) => fingerprint(variable, value, salt));
      if (hmacs.length > 0 && !own.some((hmac) => isAmong(hmac, hmacs))) throw differs(variable);
      const value = JSON.stringify({ salt, hmacs: own } satisfies Fingerprints);
      await connection.query('UPDATE service_state SET value = $2 WHERE name = $1', [name, value]);
      await connection.query('COMMIT');
    },
    { statementMs: STATEMENT_MS },
  );
}

/** Which of the values the processes of this database use, in their order; null: none has used any yet. */
export async function knownValues(
  database: Database,
  variable: string,
  values: SecretValues,
): Promise<readonly boolean[] | null> {
  const row = await database.client.serviceState.findUnique({ where: { name: rowOf(variable) } });
  if (row === null) return null;
  const { salt, hmacs } = row.value as unknown as Fingerprints;
  return values.map((value) => isAmong(fingerprint(variable, value, salt), hmacs));
}

/**
 * Lets the next process that starts decide, for when every value has been lost.
 * What they signed or encrypted is lost too.
 */
export async function forgetSharedSecret(database: Database, variable: string): Promise<void> {
  await database.client.serviceState.deleteMany({ where: { name: rowOf(variable) } });
}

function rowOf(variable: string): string {
  return `fingerprint:${variable}`;
}

function fingerprint(variable: string, value: string | Buffer, salt: string): string {
  return createHmac('sha256', value).update(`${variable}\n${salt}`).digest('hex');
}

function isAmong(hmac: string, hmacs: readonly string[]): boolean {
  return hmacs.some((it) => it.length === hmac.length && timingSafeEqual(Buffer.from(it), Buffer.from(hmac)));
}

function differs(variable: string): DatabaseError {
  return new DatabaseError(
    'shared_secret_differs',
    `${variable} is none of those that the processes of this database use: to rotate it give the new one and the old one, ${variable}=new,old; if the old one is lost, run "catalog secrets forget ${variable}" while no service runs`,
  );
}
