import { readConfiguration } from '../../configuration/configuration.ts';
import { type Noun, working } from '../command/row.ts';
import { assertTables, withDatabase } from '../withDatabase.ts';

/** `catalog database …` */
export const database: Noun = {
  name: 'database',
  about: 'Tell the service about its database',
  commands: [
    working({
      name: 'restored',
      about: 'Say that files of the database were put back: tags change, caches and indexes are made again',
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
