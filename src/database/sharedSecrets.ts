import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Database } from './database.ts';
import { DatabaseError } from './databaseError.ts';

/** The values of a secret: the first signs or encrypts, all verify or decrypt. */
export type SecretValues = readonly (string | Buffer)[];

/** A concurrent process locks the row for a moment. */
const STATEMENT_MS = 15_000;

/** The fingerprint of a secret, which reveals no value. */
const fingerprintsSchema = z.object({ salt: z.string(), hmacs: z.array(z.string()) });
type Fingerprints = z.infer<typeof fingerprintsSchema>;

/**
 * Makes sure that every process on this database shares a secret: the first one stores fingerprints of its values;
 * later ones must have one of these values, and store theirs. So `new,old` may follow `old`, and `new` may follow
 * `new,old`, while other processes still run with the earlier values; a forgotten process that has only `old` is then
 * refused.
 * @param variable the environment variable that the secret comes from, for the message
 * @throws DatabaseError `shared_secret_differs`
 */
export async function assertSharedSecret(database: Database, variable: string, values: SecretValues): Promise<void> {
  const name = rowName(variable);
  const empty: Fingerprints = { salt: randomBytes(16).toString('hex'), hmacs: [] };
  // Not Prisma, whose engine takes 80 MB at its first query: a process without callers does not need it.
  await database.session(
    async (connection) => {
      await connection.query('BEGIN');
      // The do-nothing update waits for a concurrent process and returns its row.
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

/** Which of the values the database's processes use, in their order; null before the first use. */
export async function knownValues(
  database: Database,
  variable: string,
  values: SecretValues,
): Promise<readonly boolean[] | null> {
  const row = await database.client.serviceState.findUnique({ where: { name: rowName(variable) } });
  if (row === null) return null;
  const { salt, hmacs } = fingerprintsSchema.parse(row.value);
  return values.map((value) => isAmong(fingerprint(variable, value, salt), hmacs));
}

/**
 * Lets the next process that starts set the secret, after every value was lost. Whatever they signed or encrypted is
 * lost too.
 */
export async function forgetSharedSecret(database: Database, variable: string): Promise<void> {
  await database.client.serviceState.deleteMany({ where: { name: rowName(variable) } });
}

function rowName(variable: string): string {
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
