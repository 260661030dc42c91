// Proves that a mirror by events and the dump equals the catalogue, whatever is killed meanwhile.

import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unmergeAnime } from '../../src/graph/review/unmergeAnime.ts';
import { histories } from '../graph/history/operations.ts';
import { expectRefusal, Shelf, Workshop } from '../graph/history/shelf.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
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

function idsOfAnime(episodes: MirrorState['episodes']) {
  return Object.fromEntries(
    Object.entries(episodes).map(([id, episode]) => [id, { ...episode, anime: { id: episode.anime?.id } }]),
  );
}
