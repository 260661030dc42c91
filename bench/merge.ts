/**
 * How long a reviewer waits for a merge of two anime whose episodes are all twins, over a connection to PostgreSQL of 1 ms each way.
 *
 *     npm run bench:merge [-- --episodes 10000] [--json]
 *
 * PostgreSQL: TEST_DATABASE_URL, the URL of a superuser; without it a server is started for the run.
 */
import { parseArgs } from 'node:util';
import { migrate } from '../src/database/migrate.ts';
import { openDatabase } from '../src/database/openDatabase.ts';
import { importCatalog } from '../src/graph/import/importCatalog.ts';
import { LARGEST_BATCH } from '../src/graph/model/limits.ts';
import { publicationExtension } from '../src/graph/publication/publicationExtension.ts';
import { createPublications } from '../src/graph/publication/publications.ts';
import { mergeAnime } from '../src/graph/review/mergeAnime.ts';
import { publicResources } from '../src/rest/publicResources.ts';
import { openDelayingProxy } from '../test/support/delayingProxy.ts';
import { openTarget } from './import/openTarget.ts';

const { values } = parseArgs({
  options: { episodes: { type: 'string', default: '10000' }, json: { type: 'boolean', default: false } },
});
const episodes = Number(values.episodes);

const target = await openTarget('postgresql');
const url = new URL(target.variables.DATABASE_URL ?? '');
const proxy = await openDelayingProxy({ host: url.hostname, port: Number(url.port || 5432) }, 1);
url.hostname = '127.0.0.1';
url.port = String(proxy.port);
const database = await openDatabase({ url: url.href, dataDir: '', extension: publicationExtension });
try {
  await migrate(database);
  const ports = { database, publications: createPublications(database, publicResources), now: () => new Date() };
  for (const work of ['1', '2']) {
    const key = { source: 'mal', sourceId: work };
    const records = [
      { type: 'anime', ...key, titles: [{ title: `Work ${work}` }] },
      ...Array.from({ length: episodes }, (_, index) => ({
        ...{ type: 'episode', source: 'mal', sourceId: `${work}/${index}`, anime: key, number: index },
        ...{
          status: 'released',
          releasedAt: '2020-01-01T00:00:00Z',
          titles: [{ title: `Episode ${index} of ${work}` }],
        },
      })),
    ];
    for (let at = 0; at < records.length; at += LARGEST_BATCH) {
      const batch = records.slice(at, at + LARGEST_BATCH);
      await importCatalog(ports, { records: batch, review: false, dryRun: false, actor: null });
    }
  }
  const [survivor, loser] = await database.client.anime.findMany({ orderBy: { title: 'asc' } });
  const roundTrips = proxy.roundTrips;
  const cpu = process.cpuUsage();
  const began = performance.now();
  const { events } = await mergeAnime(ports, loser?.id ?? '', survivor?.id ?? '', { name: 'bench', reason: 'twins' });
  const figures = {
    episodes,
    events,
    seconds: Number(((performance.now() - began) / 1000).toFixed(2)),
    cpuSeconds: Number((process.cpuUsage(cpu).user / 1e6).toFixed(2)),
    roundTrips: proxy.roundTrips - roundTrips,
  };
  process.stdout.write(
    values.json
      ? `${JSON.stringify(figures)}\n`
      : `${episodes} twins: ${figures.seconds} s (goal 5 s), ${figures.cpuSeconds} s of it this process, ` +
          `${figures.roundTrips} round trips, ${events} events\n`,
  );
} finally {
  await database.close();
  await proxy.close();
  await target.close();
}
