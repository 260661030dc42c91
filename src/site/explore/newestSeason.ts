import type { GraphQLSchema } from 'graphql';
import { withTimeout } from '../../base/withTimeout.ts';
import { SEASONS, type Season } from '../../graph/model/vocabulary.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import { prepare } from '../../graph/schema/execution.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { keptFor } from '../http/pages.ts';

const operation = graphql(`
  query NewestSeason($filter: AnimeFilter!) { animeList(filter: $filter, first: 25) { nodes { title } } }
`);

/** A season of a year. */
export interface YearSeason {
  readonly year: number;
  readonly season: Season;
}

const KEPT_MS = 60_000;
/** The most that a page waits; the reading continues for the next one. */
const PATIENCE_MS = 2_000;
/** Five years; an older catalogue begins with the season of now. */
const MOST_BACK = 20;

/** @returns the newest season of now or before that has anime which are no samples, read at most once a minute */
export function newestSeason(
  schema: GraphQLSchema,
  createContext: () => GraphContext,
  now: () => Date,
): () => Promise<YearSeason> {
  const run = prepare(schema, operation);
  const current = () => now().getUTCFullYear() * SEASONS.length + Math.floor(now().getUTCMonth() / 3);
  const read = keptFor(KEPT_MS, async () => {
    for (let back = 0; back < MOST_BACK; back += 1) {
      const { year, season } = seasonAt(current() - back);
      const filter = { year, season: [season] };
      const { nodes } = (await run(createContext(), { filter })).animeList;
      if (nodes.some(({ title }) => !title.startsWith('Sample: '))) return { year, season };
    }
    return seasonAt(current());
  });
  // While the catalogue cannot be read, or answers slowly, as during the first import, pages lead to the season of now.
  return () =>
    withTimeout(read(), PATIENCE_MS, () => new Error(`no season within ${PATIENCE_MS} ms`)).catch(() =>
      seasonAt(current()),
    );
}

/** @param position the number of seasons since the year 0 */
export function seasonAt(position: number): YearSeason {
  return { year: Math.floor(position / SEASONS.length), season: SEASONS[position % SEASONS.length] ?? 'winter' };
}
