import { expect, test } from '@jest/globals';
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
});
