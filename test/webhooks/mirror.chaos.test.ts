import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unmergeAnime } from '../../src/graph/review/unmergeAnime.ts';
import { histories } from '../graph/history/operations.ts';
import { expectRefusal, Shelf, Workshop } from '../graph/history/shelf.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { runSeed } from '../support/randomRuns.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { startTiedProcess, type TiedProcess } from '../support/tiedProcess.ts';
import { until } from '../support/until.ts';

interface Resource {
  readonly id: string;
  readonly anime?: { readonly id: string };
}

interface Mirror {
  readonly position: number;
  readonly isListed: boolean;
  readonly anime: Readonly<Record<string, Resource>>;
  readonly episodes: Readonly<Record<string, Resource>>;
}

/** The long form: MIRROR_KILLS=200. */
const kills = Number(process.env.MIRROR_KILLS ?? 9);
/** What ends by force, in turn; the service also stops in order. */
const ENDS = ['mirror', 'service', 'mirror', 'service stops'] as const;
/** Works that change while one of them is ended. */
const HISTORIES = 8;
/** After so many the mirror loses its file, and begins again while the catalogue changes. */
const LIFE = 25;

const example = fileURLToPath(new URL('../../docs/webhooks/mirror.ts', import.meta.url));

describeWith(['postgres'], 'the mirror of docs/webhooks', () => {
  let workshop: Workshop;
  let folder: string;
  let service: CatalogService;
  let mirror: TiedProcess;
  let variables: Record<string, string>;

  const file = () => join(folder, 'mirror.json');
  const startMirror = async () => {
    const directory = await mkdtemp(join(tmpdir(), 'catalog-mirror-'));
    const code = ['--import', import.meta.resolve('tsx'), example, service.publicUrl, file()];
    return await startTiedProcess(process.execPath, code, { directory });
  };
  const readMirror = async () => JSON.parse(await readFile(file(), 'utf8').catch(() => 'null')) as Mirror | null;

  beforeAll(async () => {
    workshop = await Workshop.open();
    folder = await mkdtemp(join(tmpdir(), 'catalog-mirrors-'));
    variables = {
      ...{ DATABASE_URL: workshop.api.catalog.url, ROLES: 'rest', SEARCH: 'off', PORT: String(await freePort()) },
      ...{ QUOTA_ANONYMOUS: '1000000', QUOTA_CREDENTIALED: '2000000' },
    };
    service = await startCatalog(variables);
    mirror = await startMirror();
  }, 60_000);
  afterAll(async () => {
    await mirror?.kill();
    await service?.kill();
    await workshop?.close();
    await rm(folder, { recursive: true });
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
      mirror = await startMirror();
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
          await rm(file());
        }
        await end(isLost ? 'mirror' : (ENDS[kill % ENDS.length] ?? 'mirror'));
        await changing;
      }
      const { count, last, ended } = await logFacts();
      const isLevel = async () => {
        const held = await readMirror();
        return held?.isListed === true && BigInt(held.position) === last;
      };
      await until(isLevel, 120_000);
      if (process.env.MIRROR_KILLS !== undefined) process.stderr.write(`${count} events, ${ended} ended\n`);
      expect(ended).toBeGreaterThan(0n);
      expect(await readMirror()).toMatchObject(await catalogue());
      const { anime, episodes } = (await readMirror()) as Mirror;
      const served = await catalogue();
      expect([Object.keys(anime).sort(), Object.keys(episodes).sort()]).toEqual([
        Object.keys(served.anime).sort(),
        Object.keys(served.episodes).sort(),
      ]);
    },
    120_000 + kills * 20_000,
  );

  async function logFacts() {
    const [facts] = await workshop.api.catalog.database.client.$queryRaw<Record<'count' | 'last' | 'ended', bigint>[]>`
      SELECT count(*), max(position) AS last, sum(cardinality(ended)) AS ended FROM event`;
    if (facts === undefined) throw new Error('there are events');
    return facts;
  }

  /** Everything that the lists show; of an episode's anime the id, for the rest is the anime's own. */
  async function catalogue() {
    const all = await readAll('/v1/anime');
    const episodes: Record<string, Resource> = {};
    for (const id of Object.keys(all)) {
      for (const episode of Object.values(await readAll(`/v1/anime/${id}/episodes`)))
        episodes[episode.id] = { ...episode, anime: { id } };
    }
    return { anime: all, episodes };
  }

  async function readAll(path: string): Promise<Record<string, Resource>> {
    const found: Record<string, Resource> = {};
    for (let next: string | null = ''; next !== null; ) {
      const answer = await workshop.api.get(`${path}?limit=100${next}`);
      const { items, page } = answer.json<{ items: Resource[]; page: { nextCursor: string | null } }>();
      for (const item of items) found[item.id] = item;
      next = page.nextCursor && `&after=${page.nextCursor}`;
    }
    return found;
  }
});
