import { readConfiguration } from '../../configuration/configuration.ts';
import { working } from '../command/row.ts';
import { printNote } from '../terminal/output.ts';
import { withDatabase } from '../withDatabase.ts';

/** `catalog migrate` */
export const migrate = working({
  name: 'migrate',
  about: 'Migrate the database; catalog serve does so by itself',
  example: '',
  notes: 'Reads DATABASE_URL, or the embedded database in DATA_DIR while no service runs on it.',
  async run() {
    const applied = await migrateDatabase();
    const list = [`Applied ${applied.length}:`, ...applied.map((name) => `  ${name}`)].join('\n');
    return { json: { applied }, text: applied.length === 0 ? 'The database is up to date.' : list };
  },
});

async function migrateDatabase(): Promise<string[]> {
  const { migrate } = await import('../../database/migrate.ts');
  let isTold = false;
  const onWait = (detail: string) => {
    if (!isTold) void printNote(`${detail}.`);
    isTold = true;
  };
  const configuration = readConfiguration(process.env);
  const options = { onWait, patienceMs: configuration.START_PATIENCE_S * 1_000 };
  return await withDatabase(configuration, (database) => migrate(database, undefined, options), { mayBeNew: true });
}
