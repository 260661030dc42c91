import { Command } from 'commander';
import { readConfiguration } from '../../configuration/configuration.ts';
import { answering } from '../answer.ts';

/** `catalog database restored` */
export function databaseCommand(): Command {
  const restored = new Command('restored').description(
    'Say that files of the database were put back: tags change, caches and indexes are made again',
  );
  return new Command('database').description('Tell the service about its database').addCommand(
    answering(restored, async () => {
      const { databaseUrl, databaseDirectUrl, dataDir } = readConfiguration(process.env);
      // Loaded when needed: the other commands start without Prisma.
      const { openDatabase } = await import('../../database/openDatabase.ts');
      const directUrl = databaseDirectUrl ?? undefined;
      const database = await openDatabase({ url: databaseUrl ?? undefined, directUrl, dataDir });
      try {
        await database.incarnation.renew();
      } finally {
        await database.close();
      }
      return { json: { restored: true }, text: 'Running processes notice within a second.' };
    }).addHelpText(
      'after',
      '\nReads DATABASE_URL. A point-in-time recovery and a restored dump are noticed without it.',
    ),
  );
}
