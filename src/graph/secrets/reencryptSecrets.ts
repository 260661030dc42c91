import type { Database } from '../../database/database.ts';
import type { SecretBox } from './secretBox.ts';

/** A column that holds values of a SecretBox. */
interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** SQL of the row's identity, which ends the context of its values. */
  readonly key: string;
}

/** Every column encrypted with SECRETS_KEY. */
const COLUMNS: readonly EncryptedColumn[] = [
  { table: 'webhook', column: 'secret', key: 'id::text' },
  { table: 'signing_key', column: 'private_key', key: 'id' },
];

const BATCH = 100;

/** The context that a value of this column is bound to. */
export function secretContext(table: string, column: string, key: string): string {
  return `${table}/${column}/${key}`;
}

/**
 * Re-encrypts with the first key the values of other keys. Concurrently changed values are left alone; values that no
 * key decrypts are left and counted.
 */
export async function reencryptSecrets(
  database: Pick<Database, 'client'>,
  box: SecretBox,
): Promise<{ readonly reencrypted: number; readonly unreadable: number }> {
  let reencrypted = 0;
  let unreadable = 0;
  for (const { table, column, key } of COLUMNS) {
    let after = '';
    for (;;) {
      // One pair of statements for every such column, whatever its table.
      const rows = await database.client.$queryRawUnsafe<{ key: string; value: string }[]>(
        `SELECT ${key} AS key, ${column} AS value FROM ${table}
         WHERE ${column} NOT LIKE $1 || '%' AND ${column} <> '' AND (${key}) > $2 ORDER BY (${key}) LIMIT ${BATCH}`,
        box.currentPrefix,
        after,
      );
      for (const row of rows) {
        const context = secretContext(table, column, row.key);
        let renewed: string;
        try {
          renewed = box.encrypt(box.decrypt(row.value, context), context);
        } catch {
          unreadable += 1;
          continue;
        }
        reencrypted += await database.client.$executeRawUnsafe(
          `UPDATE ${table} SET ${column} = $1 WHERE (${key}) = $2 AND ${column} = $3`,
          renewed,
          row.key,
          row.value,
        );
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) break;
      after = last.key;
    }
  }
  return { reencrypted, unreadable };
}
