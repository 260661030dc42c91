import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { makeDump } from '../../src/graph/dump/makeDump.ts';
import { openRestApi } from '../rest/support/openRestApi.ts';
import { sampleRecords } from '../rest/support/sampleRecords.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { newAnime } from '../support/newAnime.ts';
import { openTestCatalog } from '../support/openTestCatalog.ts';
import { startCatalog } from '../support/startCatalog.ts';
import { until } from '../support/until.ts';
import { MirrorProcess } from './startMirror.ts';

describeWith(['postgres'], 'the mirror of docs/webhooks', () => {
  test('begins again where the log is another one, shorter or longer than what it has read', async () => {
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

  test('begins with the dump, and is level with the catalogue after the events that follow it', async () => {
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
