import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { ChangeFollower } from '../../../src/search/indexer/changeFollower.ts';
import { currentPosition } from '../../../src/search/indexer/changeLog.ts';
import { describeWith } from '../../support/describeWith.ts';
import { type RestartablePostgres, startRestartablePostgres } from '../../support/startRestartablePostgres.ts';
import { until } from '../../support/until.ts';

describeWith(['postgres'], 'a follower of changes, after a crash of PostgreSQL', () => {
  let postgres: RestartablePostgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startRestartablePostgres();
    database = await openDatabase({ url: postgres.url, dataDir: '' });
    await migrate(database);
    await database.incarnation.settle();
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await postgres?.stop();
  }, 60_000);

  test('finds changes with ids of transactions that left no trace', async () => {
    const follower = new ChangeFollower(database, await currentPosition(database));
    const [{ current, resumedXid }] = [database.incarnation];
    await database.session(async (session) => {
      for (let n = 0; n < 20; n += 1) await session.query('BEGIN; SELECT pg_current_xact_id(); ROLLBACK');
    });
    expect(await follower.follow(async () => {})).toBe(0);
    const seen = BigInt(follower.position.snapshot.split(':')[1] ?? 0);
    await postgres.restart('immediate');
    // Connections of the time before fail once each.
    await until(() => database.incarnation.refresh().then(Boolean, () => false), 20_000);
    expect(database.incarnation.current).toBe(current);
    const resumed = database.incarnation.resumedXid;
    expect(resumed).not.toBe(resumedXid);
    // Else the crash lost no id, and this proves nothing.
    expect(BigInt(resumed ?? 0)).toBeLessThan(seen);
    await database.client.anime.create({
      data: { id: '0190b3ac-0000-7000-8000-000000000001', title: 'Haibane Renmei' },
    });
    const found: string[] = [];
    follower.rewind(resumed ?? '0');
    await follower.follow(async (changes) => {
      for (const change of changes) found.push(change.kind);
    });
    expect(found).toEqual(['upsert']);
  }, 60_000);
});
