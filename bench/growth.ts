/**
 * What reads and imports cost as the catalogue grows: buffers and the median time of what PostgreSQL does for each
 * list, and for each filter and each pair of filters of anime in the three orders, first page and page 1,000, with
 * values that find many, about as many as cost the most, few and none. The catalogues are generated with ten episodes
 * an anime.
 *
 *     npm run bench:growth -- [--anime 26000,260000] [--filters season,status] [--only lists|filters|import] [--json]
 *
 * PostgreSQL: TEST_DATABASE_URL, the URL of a superuser, whose server keeps the catalogues for the next run until
 * `--drop`; without it a server is started for the run. 260,000 anime take 2 GB of disk.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/database/openDatabase.ts';
import { animeLoader } from '../src/graph/anime/animeEntity.ts';
import { filteredAnime } from '../src/graph/anime/animeFilter.ts';
import { listAnime, listPremieres } from '../src/graph/anime/animeLists.ts';
import { animeOrders } from '../src/graph/anime/animeOrders.ts';
import { listAnimeChanges } from '../src/graph/anime/listAnimeChanges.ts';
import { listReleases, listSchedules } from '../src/graph/episode/episodeLists.ts';
import { episodesOfAnime } from '../src/graph/episode/episodesOfAnime.ts';
import { listEpisodeChanges } from '../src/graph/episode/listEpisodeChanges.ts';
import { ANIME_SORTS, type AnimeSort } from '../src/graph/model/vocabulary.ts';
import { publicationExtension } from '../src/graph/publication/publicationExtension.ts';
import { createPublications } from '../src/graph/publication/publications.ts';
import { Bindings, orderTerms, positionColumn, writePosition } from '../src/graph/reading/keysetList.ts';
import { Stores } from '../src/graph/reading/loaders.ts';
import { createContext } from '../src/graph/schema/context.ts';
import { listTerms } from '../src/graph/term/readTerms.ts';
import { publicResources } from '../src/rest/publicResources.ts';
import { startPostgres } from '../test/support/startPostgres.ts';
import { createExplainer, type ReadCost } from './growth/explainedReads.ts';
import { type FilterChoice, filterChoices } from './growth/filterChoices.ts';
import { generatedAnime } from './growth/generatedAnime.ts';
import { animeId } from './growth/generatedRows.ts';
import { measureImport } from './growth/measureImport.ts';
import { prepareCatalogue } from './growth/prepareCatalogue.ts';
import { pin, SERVER_CORE } from './read/cores.ts';

const { values } = parseArgs({
  options: {
    anime: { type: 'string', default: '26000,260000' },
    filters: { type: 'string' },
    only: { type: 'string' },
    drop: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const PAGE = 25;
const DEEP_PAGE = 1_000;
/** Buffers of a page, of any anime that are found. */
const GOAL = 2_000;
/** Buffers of a page of genres or studios. */
const TERMS_GOAL = 200;

const sizes = values.anime.split(',').map(Number);
if (sizes.some((anime) => !Number.isInteger(anime) || anime < 1_000))
  throw new Error(`--anime must be whole numbers from 1000, not ${values.anime}`);
const explain = createExplainer();
const given = process.env.TEST_DATABASE_URL;
const postgres = given === undefined ? await startPostgres({ max_wal_size: '4GB' }) : undefined;
if (postgres !== undefined) pin(postgres.pid, SERVER_CORE);
for (const anime of sizes) await measure(anime);
await postgres?.stop();

async function measure(anime: number): Promise<void> {
  const catalogue = await prepareCatalogue(given ?? postgres?.url ?? '', anime);
  say(
    `${anime} anime, ${catalogue.seconds === null ? 'of an earlier run' : `made in ${catalogue.seconds.toFixed(0)} s`}`,
  );
  const database = await openDatabase({ url: catalogue.url, dataDir: '', extension: publicationExtension });
  const publications = createPublications(database, publicResources);
  const ports = {
    ...{ database, publications, now: () => new Date(), search: null, searchAdministration: null, diagnose: null },
    ...{ tokenIssuer: null, webhooks: null, stores: new Stores(database) },
  };
  const context = () => createContext(ports, { kind: 'public' });
  const figures: Record<string, unknown> = { anime, seconds: catalogue.seconds };
  // As autovacuum leaves tables: after the import of an earlier run scans of an index alone would read rows too.
  await database.session((connection) => connection.query('VACUUM (ANALYZE)'));
  try {
    if (wants('lists')) figures.lists = await measureLists();
    if (wants('filters')) figures.filters = await measureFilters();
    if (wants('import')) {
      const figure = await measureImport(database, publications, anime);
      say(
        `import of 1,000 changes: ${figure.milliseconds.toFixed(0)} ms, ${(figure.walBytes / 1e6).toFixed(1)} MB of WAL`,
      );
      figures.import = figure;
    }
  } finally {
    await database.close();
    if (values.drop) await catalogue.drop();
  }
  if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`);

  async function measureLists() {
    const page = { first: PAGE, after: null };
    const [from, to] = ['2025-05-01T00:00:00.000Z', '2025-06-01T00:00:00.000Z'];
    const middle = animeId(alike(Math.floor(anime / 2)));
    const terms = (term: 'genre' | 'studio') => listTerms(database, term, { first: 100, after: null });
    const reads: Record<string, () => Promise<unknown>> = {
      'genres, 100': () => terms('genre'),
      'studios, 100': () => terms('studio'),
      'one anime': () => context().loaders.of(animeLoader).load(middle),
      'its episodes': () =>
        context().loaders.of(episodesOfAnime).load({ animeId: middle, first: PAGE, after: null, wanted: 'whole' }),
      premieres: () => listPremieres(context(), { from: '2020-05-10', to: '2020-06-10', ...page }, 'whole'),
      releases: () => listReleases(context(), { from, to, asOf: to, ...page }, 'whole'),
      'releases, format': () => listReleases(context(), { from, to, asOf: to, format: ['music'], ...page }, 'whole'),
      schedules: () =>
        listSchedules(
          context(),
          { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z', ...page },
          'whole',
        ),
      'changes of anime': () => listAnimeChanges(context(), page, 'whole'),
      'changes, announced': () => listAnimeChanges(context(), { ...page, filter: { status: ['announced'] } }, 'whole'),
      'changes of episodes': () => listEpisodeChanges(context(), page, 'whole'),
    };
    const found: Record<string, ReadCost> = {};
    for (const [name, read] of Object.entries(reads)) {
      const cost = await explain(database, read);
      found[name] = cost;
      say(
        `${name.padEnd(24)} ${shown(cost)}${/^(genres|studios)/.test(name) && cost.buffers > TERMS_GOAL ? ' !' : ''}`,
      );
    }
    return found;
  }

  async function measureFilters() {
    const wanted = values.filters?.split(',');
    const choices = filterChoices(anime).filter(
      ({ filters }) => wanted === undefined || filters.every((name) => wanted.includes(name)),
    );
    const nothing: FilterChoice = { filters: ['none'], kind: 'common', filter: {}, hits: anime };
    const found = [];
    for (const choice of [nothing, ...choices]) {
      const costs: string[] = [];
      for (const sort of ANIME_SORTS) {
        const pages = [1, ...(choice.hits > DEEP_PAGE * PAGE ? [DEEP_PAGE] : [])];
        for (const page of pages) {
          const after = page === 1 ? null : await cursorOf(choice, sort, page);
          const cost = await explain(database, () =>
            listAnime(context(), { filter: choice.filter, sort, first: PAGE, after }, 'whole'),
          );
          found.push({ ...choice, sort, page, ...cost });
          costs.push(
            `${sort.replace(/\..*/, '')}${page === 1 ? '' : ' deep'} ${shown(cost)}${cost.buffers > GOAL ? ' !' : ''}`,
          );
        }
      }
      say(
        `${choice.filters.join(' + ').padEnd(22)} ${choice.kind.padEnd(6)} ${String(choice.hits).padStart(7)} hits: ${costs.join(', ')}`,
      );
    }
    const over = found.filter(({ buffers }) => buffers > GOAL);
    const worst = found.reduce((a, b) => (b.buffers > a.buffers ? b : a));
    say(
      `${over.length} of ${found.length} pages beyond ${GOAL} buffers; the most: ${shown(worst)}, ${worst.filters.join(' + ')} ${worst.kind}, ${worst.sort}`,
    );
    return found;
  }

  /** The cursor of the page before. */
  async function cursorOf({ filter }: FilterChoice, sort: AnimeSort, page: number): Promise<string> {
    const order = animeOrders[sort];
    const bindings = new Bindings();
    const filtered = filteredAnime(filter, bindings);
    const { conditions: found = [], covered = [], facets = [] } = filtered.filter ?? {};
    const conditions = [...filtered.conditions, ...found, ...covered, ...facets].join(' AND ');
    const columns = order.columns.map((column, n) => `${positionColumn(column)} AS p${n}`).join(', ');
    const text = `SELECT ${columns} FROM anime a WHERE ${conditions} ORDER BY ${orderTerms(order)} OFFSET ${(page - 1) * PAGE - 1} LIMIT 1`;
    return await database.session(async (connection) => {
      const { rows } = await connection.query<Record<string, string>>(text, [...bindings.values]);
      return writePosition(order, Object.values(rows[0] ?? {}));
    });
  }
}

/** The next anime with as many relations and episodes in every catalogue. */
function alike(number: number): number {
  return number % 4 === 2 && generatedAnime(number, sizes[0] ?? number).episodes === 12 ? number : alike(number + 1);
}

function wants(part: string): boolean {
  return values.only === undefined || values.only === part;
}

function shown({ buffers, milliseconds }: ReadCost): string {
  return `${buffers} (${milliseconds.toFixed(1)} ms)`;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
