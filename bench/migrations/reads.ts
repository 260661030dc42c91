import type { Database } from '../../src/database/database.ts';
import { animeLoader } from '../../src/graph/anime/animeEntity.ts';
import { listAnime } from '../../src/graph/anime/animeLists.ts';
import { listReleases } from '../../src/graph/episode/episodeLists.ts';
import { episodesOfAnime } from '../../src/graph/episode/episodesOfAnime.ts';
import { createPublications } from '../../src/graph/publication/publications.ts';
import { Stores } from '../../src/graph/reading/loaders.ts';
import { createContext } from '../../src/graph/schema/context.ts';
import { publicResources } from '../../src/rest/publicResources.ts';
import { animeId } from '../growth/generatedRows.ts';

/** Reads of the service, and one row of each table, by name. */
export function reads(database: Database, anime: number, tables: readonly string[]) {
  const ports = {
    ...{ database, publications: createPublications(database, publicResources), now: () => new Date() },
    ...{ search: null, searchAdministration: null, diagnose: null, tokenIssuer: null, webhooks: null },
    stores: new Stores(database),
  };
  const context = () => createContext(ports, { kind: 'public' });
  const page = { first: 25, after: null };
  const some = () => animeId(1 + Math.floor(Math.random() * anime));
  const window = { from: '2025-05-01T00:00:00.000Z', to: '2025-06-01T00:00:00.000Z' };
  const rowOf = (table: string) => () => database.query({ text: `SELECT FROM "${table}" LIMIT 1` });
  const services: Readonly<Record<string, () => Promise<unknown>>> = {
    anime: () => listAnime(context(), { filter: null, sort: 'title.asc', ...page }, 'whole'),
    'anime of a year': () => listAnime(context(), { filter: { year: 2013 }, sort: 'title.asc', ...page }, 'whole'),
    'one anime': () => context().loaders.of(animeLoader).load(some()),
    'its episodes': () =>
      context()
        .loaders.of(episodesOfAnime)
        .load({ animeId: some(), ...page, wanted: 'whole' }),
    releases: () => listReleases(context(), { ...window, asOf: window.to, ...page }, 'whole'),
  };
  return {
    services,
    rows: Object.fromEntries(tables.map((table) => [`a row of ${table}`, rowOf(table)])),
  };
}
