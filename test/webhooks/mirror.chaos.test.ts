// Proves that a mirror by events and the dump equals the catalogue, whatever is killed meanwhile.

import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeDump } from '../../src/graph/dump/makeDump.ts';
import { unmergeAnime } from '../../src/graph/review/unmergeAnime.ts';
import { histories } from '../graph/history/operations.ts';
import { expectRefusal, Shelf, Workshop } from '../graph/history/shelf.ts';
import { openRestApi } from '../rest/support/openRestApi.ts';
import { sampleRecords } from '../rest/support/sampleRecords.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { newAnime } from '../support/newAnime.ts';
import { openTestCatalog } from '../support/openTestCatalog.ts';
import { fc, runSeed } from '../support/randomCases.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { until } from '../support/until.ts';
import { MirrorProcess, type MirrorState } from './startMirror.ts';

/** The long form: MIRROR_KILLS=200. */
const kills = Number(process.env.MIRROR_KILLS ?? 5);
/** What ends by force, in turn; the service also stops in order. */
const ENDS = ['mirror', 'service', 'mirror', 'service stops'] as const;
/** Works that change while one of them is ended. */
const HISTORIES = 5;
/** After so many the mirror loses its file, and begins again while the catalogue changes. */
const LIFE = 25;

describeWith(['postgres'], 'the mirror of docs/webhooks', () => {
  let workshop: Workshop;
  let service: CatalogService;
  let mirror: MirrorProcess;
  let variables: Record<string, string>;

  beforeAll(async () => {
    workshop = await Workshop.open();
    variables = {
      ...{ DATABASE_URL: workshop.api.catalog.url, ROLES: 'rest', SEARCH: 'off', PORT: String(await freePort()) },
      ...{ QUOTA_ANONYMOUS: '1000000', QUOTA_CREDENTIALED: '2000000' },
    };
    service = await startCatalog(variables);
    mirror = await MirrorProcess.start(service.publicUrl);
  }, 60_000);
  afterAll(async () => {
    await mirror?.remove();
    await service?.kill();
    await workshop?.close();
  });

  const change = async (kill: number) => {
    const works = fc.sample(histories, { numRuns: HISTORIES, seed: runSeed + kill });
    for (const [index, operations] of works.entries()) {
      const shelf = new Shelf(workshop, `m${kill}.${index}.`);
      await shelf.begin();
      for (const operation of operations) {
        // Edits by hand are published nowhere.
        if (operation.kind !== 'edit') await shelf.run(operation);
        if (operation.kind === 'merge' && randomInt(2) === 0) await undoMerge();
      }
    }
  };
  const undoMerge = async () => {
    const merges = await workshop.api.catalog.database.client.animeMerge.findMany({ select: { mergedId: true } });
    const merge = merges[randomInt(Math.max(merges.length, 1))];
    if (merge === undefined) return;
    await unmergeAnime(workshop.ports, merge.mergedId, { name: 'a reviewer', reason: null }).catch(expectRefusal);
  };
  const end = async (which: (typeof ENDS)[number]) => {
    if (which === 'mirror') {
      await mirror.kill();
      await mirror.start();
    } else {
      await (which === 'service' ? service.kill() : service.stop());
      service = await startCatalog(variables);
    }
  };

  test(
    `equals the catalogue after ${kills} kills and restarts of both (seed ${runSeed})`,
    async () => {
      for (let kill = 0; kill < kills; kill += 1) {
        const changing = change(kill);
        await sleep(randomInt(1_000));
        const isLost = kill % LIFE === LIFE - 1;
        if (isLost) {
          await mirror.kill();
          await mirror.forget();
        }
        await end(isLost ? 'mirror' : (ENDS[kill % ENDS.length] ?? 'mirror'));
        await changing;
      }
      const { count, last, ended } = await logFacts();
      await until(() => mirror.isAt(last), 120_000);
      if (process.env.MIRROR_KILLS !== undefined) process.stderr.write(`${count} events, ${ended} ended\n`);
      // A short run may end nothing.
      expect(process.env.MIRROR_KILLS === undefined ? count : ended).toBeGreaterThan(0n);
      const { anime, episodes } = (await mirror.state()) as MirrorState;
      // Of an episode's anime the id: the rest is the anime's own.
      expect({ anime, episodes: idsOfAnime(episodes) }).toEqual(await catalogue());
    },
    120_000 + kills * 20_000,
  );

  async function logFacts() {
    const [facts] = await workshop.api.catalog.database.client.$queryRaw<Record<'count' | 'last' | 'ended', bigint>[]>`
      SELECT count(*), max(position) AS last, sum(cardinality(ended)) AS ended FROM event`;
    if (facts === undefined) throw new Error('there are events');
    return facts;
  }

  /** Everything that the lists show. */
  async function catalogue() {
    const anime = await readAll('/v1/anime');
    const episodes: Record<string, { readonly id: string }> = {};
    for (const id of Object.keys(anime)) Object.assign(episodes, await readAll(`/v1/anime/${id}/episodes`));
    return { anime, episodes: idsOfAnime(episodes) };
  }

  async function readAll(path: string): Promise<MirrorState['anime']> {
    const found: Record<string, { readonly id: string }> = {};
    for (let next: string | null = ''; next !== null; ) {
      const answer = await workshop.api.get(`${path}?limit=100${next}`);
      const { items, page } = answer.json<{ items: { id: string }[]; page: { nextCursor: string | null } }>();
      for (const item of items) found[item.id] = item;
      next = page.nextCursor && `&after=${page.nextCursor}`;
    }
    return found;
  }
});

describeWith(['postgres'], 'a mirror that begins', () => {
  test('does so again where the log is another one, shorter or longer than what it has read', async () => {
    const PORT = String(await freePort());
    const mirror = await MirrorProcess.start(`http://127.0.0.1:${PORT}`);
    try {
      // One life of the database after the other: nothing of the one before is left.
      for (const count of [4, 2, 6]) {
        const catalog = await openTestCatalog();
        await catalog.import(newAnime(0, 1));
        const service = await startCatalog({ DATABASE_URL: catalog.url, ROLES: 'rest', SEARCH: 'off', PORT });
        try {
          const anime = async () => (await catalog.database.client.anime.findMany()).map(({ id }) => id).sort();
          const isLevel = async () => {
            const state = await mirror.state();
            return (
              Object.keys(state?.anime ?? {})
                .sort()
                .join() === (await anime()).join()
            );
          };
          await until(isLevel, 30_000);
          await catalog.import(newAnime(1, count - 1));
          await until(isLevel, 30_000);
          expect(await mirror.isAt(count)).toBe(true);
        } finally {
          await service.kill();
          await catalog.close();
        }
      }
    } finally {
      await mirror.remove();
    }
  }, 120_000);

  test('reads the dump, and is level with the catalogue after the events that follow it', async () => {
    const api = await openRestApi();
    const { catalog } = api;
    await catalog.import(sampleRecords);
    await catalog.database.client.$executeRaw`UPDATE genre SET name = 'Dramatic' WHERE slug = 'drama'`;
    const { position } = await makeDump(catalog.database, { now: () => new Date() });
    const service = await startCatalog({ DATABASE_URL: catalog.url, ROLES: 'rest', SEARCH: 'off' });
    const mirror = await MirrorProcess.start(service.publicUrl);
    try {
      const isLevel = async () => {
        const { anime = {}, episodes = {} } = (await mirror.state()) ?? {};
        const resources = [
          ...(await catalog.database.client.anime.findMany()).map(({ id }) => [`/v1/anime/${id}`, anime[id]]),
          ...(await catalog.database.client.episode.findMany()).map(({ id }) => [`/v1/episodes/${id}`, episodes[id]]),
        ] as [string, unknown][];
        const served = await Promise.all(resources.map(async ([path]) => (await api.get(path)).json()));
        return isDeepStrictEqual(
          resources.map(([, held]) => held),
          served,
        );
      };
      await until(() => mirror.isAt(BigInt(position)), 30_000);
      expect(await isLevel()).toBe(true);
      await catalog.import([
        { type: 'anime', source: 'mal', sourceId: '1', synopsis: 'Walls fall.' },
        ...newAnime(500, 3),
      ]);
      await until(isLevel, 30_000);
      expect(await mirror.isAt(BigInt(position) + 4n)).toBe(true);
    } finally {
      await mirror.remove();
      await service.kill();
      await api.close();
    }
  }, 120_000);
});

function idsOfAnime(episodes: MirrorState['episodes']) {
  return Object.fromEntries(
    Object.entries(episodes).map(([id, episode]) => [id, { ...episode, anime: { id: episode.anime?.id } }]),
  );
}
