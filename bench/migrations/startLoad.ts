import pg from 'pg';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { fillings } from '../pruning/fillings.ts';
import { claims } from './claims.ts';
import { holdTables } from './holdTables.ts';
import { reads } from './reads.ts';
import { type LoopTimes, timedLoop } from './timedLoop.ts';
import { watchLockWaits } from './watchLockWaits.ts';

/** Webhooks that want every event. */
const WEBHOOKS = 20;
const READ_PAUSE_MS = 5;
const PUBLICATION_PAUSE_MS = 100;

/** The application_name of the sessions that migrate. */
export const MIGRATING = 'bench-migrations';

/** What readers, a dispatcher and a publisher do to a database, beside a report, until `end` is called. */
export async function startLoad(url: string, anime: number) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  const tables = rows.map(({ name }) => name);
  await client.query(`
    INSERT INTO subscription (id, application_id, name, url, events, secret, status, start_position)
    SELECT gen_random_uuid(), (SELECT id FROM application LIMIT 1), 'migrating', 'https://hooks.example.org/', '{anime.updated}', '', 'enabled', h.position
    FROM publication_head h, generate_series(1, ${WEBHOOKS})`);
  const database = await openDatabase({ url, dataDir: '' });
  const { services, rows: rowReads } = reads(database, anime, tables);
  let published = 0;
  let written = 0;
  const count = (more: number) => {
    written += more;
  };
  const publish = async () => {
    published += 1;
    await client.query(fillings.events?.insert ?? '', [1, '0 seconds', published]);
  };
  const loops = {
    reads: timedLoop(services, READ_PAUSE_MS),
    rows: timedLoop(rowReads, READ_PAUSE_MS),
    claims: timedLoop(claims(database, WEBHOOKS, count), READ_PAUSE_MS),
    publications: timedLoop({ publish }, PUBLICATION_PAUSE_MS),
  };
  const report = await holdTables(url, tables);
  const waits = await watchLockWaits(url, MIGRATING);
  return {
    /** What there was since the last call. */
    async take() {
      const taken: Record<string, LoopTimes> = {};
      for (const [name, loop] of Object.entries(loops)) taken[name] = await loop.take();
      const takenWritten = written;
      written = 0;
      return { ...(taken as Record<keyof typeof loops, LoopTimes>), written: takenWritten, waits: waits.take() };
    },
    async end() {
      await Promise.all(Object.values(loops).map((loop) => loop.end()));
      await report.end();
      await waits.end();
      await database.close();
      await client.end();
    },
  };
}
