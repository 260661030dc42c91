import { Command } from 'commander';
import { readConfiguration } from '../../configuration/configuration.ts';
import { answering } from '../answer.ts';
import { assertTables } from '../assertTables.ts';
import { withDatabase } from '../withDatabase.ts';

/** `catalog database restored` */
export function databaseCommand(): Command {
  const restored = new Command('restored').description(
    'Say that files of the database were put back: tags change, caches and indexes are made again',
  );
  return new Command('database').description('Tell the service about its database').addCommand(
    answering(restored, async () => {
      await withDatabase(readConfiguration(process.env), async (database) => {
        await assertTables(database);
        await database.incarnation.renew();
      });
      return { json: { restored: true }, text: 'Running processes notice within a second.' };
    }).addHelpText(
      'after',
      '\nReads DATABASE_URL. A point-in-time recovery and a restored dump are noticed without it.',
    ),
  );
}
