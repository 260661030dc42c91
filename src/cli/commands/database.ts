import { readConfiguration } from '../../configuration/configuration.ts';
import { type Noun, working } from '../command/row.ts';
import { printNote } from '../terminal/output.ts';
import { assertTables, withDatabase } from '../withDatabase.ts';

/** `catalog database …` */
export const database: Noun = {
  name: 'database',
  about: 'Report a restored database to the service',
  commands: [
    working({
      name: 'restored',
      about: 'Report that database files were put back: renews entity tags, caches and the search index',
      example: '',
      notes: 'Reads DATABASE_URL. A point-in-time recovery and a restored dump are noticed without it.',
      async run() {
        await withDatabase(readConfiguration(process.env), async (database) => {
          await assertTables(database);
          await database.incarnation.renew();
        });
        return { json: { restored: true }, text: 'Running processes notice within a second.' };
      },
    }),
  ],
};

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
  const { migrate } = await import('../../database/migrations/migrate.ts');
  let isPrinted = false;
  const onWait = (detail: string) => {
    if (!isPrinted) void printNote(`${detail}.`);
    isPrinted = true;
  };
  const configuration = readConfiguration(process.env);
  const options = { onWait, patienceMs: configuration.START_PATIENCE_S * 1_000 };
  return await withDatabase(configuration, (database) => migrate(database, undefined, options), { mayBeNew: true });
}
