import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pino from 'pino';
import { ROLES, type Role } from '../../src/configuration/variables.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { Closers } from '../../src/server/closers.ts';
import { startDumps } from '../../src/server/startDumps.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../support/openTestCatalog.ts';
import { until } from '../support/until.ts';

const POLL_MS = 40;

describeWith(['postgres'], 'the dumps of the days', () => {
  let catalog: TestCatalog;
  let closers: Closers;
  let clock: Date;
  let logs: { level: number; msg: string; date?: string }[];

  beforeEach(async () => {
    catalog = await openTestCatalog();
    closers = new Closers();
    clock = new Date('2026-11-22T12:00:00Z');
    logs = [];
  }, 60_000);
  afterEach(async () => {
    await closers.closeAll();
    await catalog.close();
  });

  const start = ({
    DUMP = true,
    roles = ROLES as readonly Role[],
    database = catalog.database,
    pollMs = POLL_MS,
  } = {}) =>
    startDumps(
      {
        configuration: { DUMP, ROLES: new Set(roles) },
        ports: { database, now: () => clock },
        logger: pino({ level: 'debug' }, { write: (line: string) => void logs.push(JSON.parse(line)) }),
        closers,
      },
      pollMs,
    );
  const made = () => logs.filter(({ msg }) => msg === 'the dump of the day was made').map(({ date }) => date);
  const polls = (count: number) => new Promise((resolve) => setTimeout(resolve, count * POLL_MS));

  test('are made once the catalogue holds something, one a day', async () => {
    start();
    await polls(5);
    expect(made()).toEqual([]);
    await catalog.import(newAnime(0, 20));
    await until(() => made().length === 1, 10_000);
    await catalog.import(newAnime(20, 20));
    await polls(5);
    expect(made()).toEqual(['2026-11-22']);
    clock = new Date('2026-11-23T00:00:00Z');
    await until(() => made().length === 2, 10_000);
    expect(made()).toEqual(['2026-11-22', '2026-11-23']);
    expect(await catalog.database.client.dump.count({ where: { size: { not: null } } })).toBe(2);
    expect(logs.filter(({ level }) => level >= 40)).toEqual([]);
  });

  test('wait until nothing is published, but no longer than an hour', async () => {
    let published = 0;
    let publishing = true;
    const publish = async () => {
      while (publishing) await catalog.import(newAnime(published++, 1));
    };
    await catalog.import(newAnime(published++, 1));
    const publisher = publish();
    try {
      // Long beside a publication.
      start({ pollMs: 1_500 });
      await polls(65);
      await until(() => published > 5);
      expect(made()).toEqual([]);
      clock = new Date('2026-11-22T13:00:01Z');
      await until(() => made().length === 1, 20_000);
    } finally {
      publishing = false;
      await publisher;
    }
  });

  test('are made by one of several processes, without a warning', async () => {
    await catalog.import(newAnime(0, 200));
    const other = await openDatabase({ url: catalog.url, dataDir: '' });
    try {
      start();
      start({ database: other });
      await until(() => made().length > 0, 10_000);
      await polls(5);
      expect(await catalog.database.client.dump.count()).toBe(1);
      expect(logs.filter(({ level }) => level >= 40)).toEqual([]);
      await closers.closeAll();
    } finally {
      await other.close();
    }
  });

  test('are tried again after a failure, which is logged', async () => {
    await catalog.import(newAnime(0, 20));
    await catalog.database.client.$executeRawUnsafe('ALTER TABLE dump_chunk RENAME TO away');
    start();
    await until(() => logs.some(({ level }) => level === 40), 10_000);
    expect(made()).toEqual([]);
    await catalog.database.client.$executeRawUnsafe('ALTER TABLE away RENAME TO dump_chunk');
    await until(() => made().length === 1, 10_000);
  });

  test.each([
    ['with DUMP=off', { DUMP: false }],
    ['without the role graph', { roles: ['rest', 'indexer', 'webhooks'] as const }],
  ])('are not made %s', async (_name, options) => {
    await catalog.import(newAnime(0, 20));
    start(options);
    await polls(10);
    expect(logs).toEqual([]);
    expect(await catalog.database.client.dump.count()).toBe(0);
  });
});
