// Proves that readers and an import go on by themselves when the primary dies and its standby takes its place.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { until } from '../support/until.ts';
import { importThroughOutage, OUTAGE_RECORDS } from './importThroughOutage.ts';
import { type ReplicatedPostgres, replicatePostgres } from './replicatePostgres.ts';

const READERS = 4;
interface Event {
  readonly position: number;
  readonly id: string;
}

/** The primary dies (SIGKILL) under readers and an import, its synchronous standby is promoted, and the address leads there. */
describeWith(['postgres', 'postgresPrograms'], 'a failover under load', () => {
  let postgres: ReplicatedPostgres;
  let services: readonly [CatalogService, CatalogService];
  beforeAll(async () => {
    postgres = await replicatePostgres();
    const start = () =>
      startCatalog({
        ...{ DATABASE_URL: postgres.url, SEARCH: 'off', DUMP: 'off' },
        ...{ QUOTA_ANONYMOUS: '1000000', QUOTA_CREDENTIALED: '2000000' },
      });
    services = [await start(), await start()];
  }, 120_000);
  afterAll(async () => {
    for (const service of services ?? []) await service.stop();
    await postgres?.stop();
  }, 120_000);

  /** Pages of the log from a position on, as a mirror reads them. */
  const eventsAfter = async (position: number): Promise<{ status: number; events: readonly Event[] }> => {
    const { publicUrl } = services[0];
    const answer = await fetch(`${publicUrl}/v1/events?after=${position}&limit=100`);
    const body = (await answer.json()) as { items?: readonly Event[] };
    return { status: answer.status, events: body.items ?? [] };
  };
  const allEvents = async (): Promise<readonly Event[]> => {
    const found: Event[] = [];
    for (;;) {
      const { status, events } = await eventsAfter(found.at(-1)?.position ?? 0);
      expect(status).toBe(200);
      if (events.length === 0) return found;
      found.push(...events);
    }
  };

  test('503 until the switch and a moment after, nothing else, and nothing lost that was told', async () => {
    const answers = new Set<number>();
    const told = new Map<number, string>();
    let isOver = false;
    const read = async (n: number) => {
      for (let turn = n; !isOver; turn += 1) {
        const { publicUrl } = services[turn % 2] as CatalogService;
        const answer = await fetch(`${publicUrl}/v1/anime?limit=${1 + (turn % 50)}`).catch(() => null);
        await answer?.arrayBuffer();
        answers.add(answer?.status ?? 0);
        await sleep(20);
      }
    };
    const mirror = async () => {
      for (let last = 0; !isOver; ) {
        const { status, events } = await eventsAfter(last);
        answers.add(status);
        for (const { position, id } of events) told.set(position, id);
        last = events.at(-1)?.position ?? last;
        await sleep(20);
      }
    };
    const load = [mirror(), ...Array.from({ length: READERS }, (_, n) => read(n))];
    try {
      await importThroughOutage({
        ...{ services, from: 1 },
        during: async () => {
          await until(() => told.size >= OUTAGE_RECORDS / 10, 60_000);
          await postgres.failOver();
        },
      });
      await until(() => told.size === OUTAGE_RECORDS, 60_000);
    } finally {
      isOver = true;
      await Promise.all(load);
    }
    expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const kept = new Map((await allEvents()).map(({ position, id }) => [position, id]));
    expect(kept.size).toBe(OUTAGE_RECORDS);
    expect([...told].filter(([position, id]) => kept.get(position) !== id)).toEqual([]);
  }, 180_000);
});
