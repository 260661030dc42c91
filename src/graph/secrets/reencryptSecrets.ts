import type { Database, TransactionClient } from '../../database/database.ts';
import { type SecretBox, SecretBoxError } from './secretBox.ts';

interface Encrypted {
  readonly id: string;
  readonly value: string;
}

/** A column that holds values of a SecretBox. */
interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** All values that are there and do not begin so: none but after SECRETS_KEY was changed. */
  readonly read: (client: TransactionClient, prefix: string) => Promise<readonly Encrypted[]>;
  /** Replaces a value that has not changed since. @returns how many rows have the new one */
  readonly replace: (client: TransactionClient, read: Encrypted, value: string) => Promise<{ readonly count: number }>;
}

/** Every column encrypted with SECRETS_KEY. */
const COLUMNS: readonly EncryptedColumn[] = [
  {
    table: 'webhook',
    column: 'secret',
    read: async ({ webhook }, prefix) => {
      const where = { secret: { not: '' }, NOT: { secret: { startsWith: prefix } } };
      const rows = await webhook.findMany({ where, select: { id: true, secret: true } });
      return rows.map(({ id, secret }) => ({ id, value: secret }));
    },
    replace: ({ webhook }, { id, value }, secret) =>
      webhook.updateMany({ where: { id, secret: value }, data: { secret } }),
  },
  {
    table: 'signing_key',
    column: 'private_key',
    read: async ({ signingKey }, prefix) => {
      const where = { NOT: { privateKey: { startsWith: prefix } } };
      const rows = await signingKey.findMany({ where, select: { id: true, privateKey: true } });
      return rows.map(({ id, privateKey }) => ({ id, value: privateKey }));
    },
    replace: ({ signingKey }, { id, value }, privateKey) =>
      signingKey.updateMany({ where: { id, privateKey: value }, data: { privateKey } }),
  },
];

/** The context that a value of this column is bound to. */
export function secretContext(table: string, column: string, key: string): string {
  return `${table}/${column}/${key}`;
}

/**
 * Re-encrypts with the first key the values of other keys. Concurrently changed values are left alone; values that no
 * key decrypts are left and counted.
 */
export async function reencryptSecrets(
  { client }: Pick<Database, 'client'>,
  box: SecretBox,
): Promise<{ readonly reencrypted: number; readonly unreadable: number }> {
  let reencrypted = 0;
  let unreadable = 0;
  for (const { table, column, read, replace } of COLUMNS) {
    for (const row of await read(client, box.currentPrefix)) {
      const context = secretContext(table, column, row.id);
      try {
        const renewed = box.encrypt(box.decrypt(row.value, context), context);
        reencrypted += (await replace(client, row, renewed)).count;
      } catch (error) {
        if (!(error instanceof SecretBoxError)) throw error;
        unreadable += 1;
      }
    }
  }
  return { reencrypted, unreadable };
}
