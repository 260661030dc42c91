import { Command } from 'commander';
import { readConfiguration } from '../../configuration/configuration.ts';
import { answering } from '../answer.ts';
import { printNote } from '../terminal/output.ts';

/** `catalog migrate` */
export function migrateCommand(): Command {
  return answering(
    new Command('migrate')
      .description('Migrate the database; catalog serve does so by itself')
      .addHelpText('after', '\nReads DATABASE_URL, or the embedded database in DATA_DIR while no service runs on it.'),
    async () => {
      const applied = await migrateDatabase();
      const list = [`Applied ${applied.length}:`, ...applied.map((name) => `  ${name}`)].join('\n');
      return { json: { applied }, text: applied.length === 0 ? 'The database is up to date.' : list };
    },
  );
}

async function migrateDatabase(): Promise<string[]> {
  const { databaseUrl, databaseDirectUrl, dataDir } = readConfiguration(process.env);
  // Loaded when needed: the other commands start without Prisma.
  const { openDatabase } = await import('../../database/openDatabase.ts');
  const { migrate } = await import('../../database/migrate.ts');
  const database = await openDatabase({
    url: databaseUrl ?? undefined,
    directUrl: databaseDirectUrl ?? undefined,
    dataDir,
  });
  try {
    let isTold = false;
    return await migrate(database, undefined, {
      onWait(detail) {
        if (!isTold) void printNote(`${detail}.`);
        isTold = true;
      },
    });
  } finally {
    await database.close();
  }
}
