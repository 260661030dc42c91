import { Command } from 'commander';
import { readConfiguration } from '../../configuration/configuration.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { printJson, printText } from '../terminal/output.ts';

/** `catalog migrate` */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the tables of the database up to date; catalog serve does so by itself')
    .addOption(jsonOption())
    .addHelpText('after', '\nReads DATABASE_URL, or the embedded database in DATA_DIR while no service runs on it.')
    .action(async ({ json }: { json?: true }) => {
      const applied = await migrateDatabase();
      if (json) return printJson({ applied });
      if (applied.length === 0) return printText('The database is up to date.');
      return printText([`Applied ${applied.length}:`, ...applied.map((name) => `  ${name}`)].join('\n'));
    });
}

async function migrateDatabase(): Promise<string[]> {
  const { databaseUrl, dataDir } = readConfiguration(process.env);
  // Loaded when needed: the other commands start without Prisma.
  const { openDatabase } = await import('../../database/openDatabase.ts');
  const { migrate } = await import('../../database/migrate.ts');
  const database = await openDatabase({ url: databaseUrl ?? undefined, dataDir });
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}
