import type { Resolvers } from '../generated/resolvers.ts';
import type { Loaders } from '../reading/loaders.ts';
import { animeCountLoader, listTerms, type TermKind } from './readTerms.ts';

/** Resolvers of genres and studios. */
export const termResolvers: Resolvers = {
  Query: {
    genre: (_root, { slug }, { database }) => database.client.genre.findUnique({ where: { slug } }),
    genres: (_root, page, { database }) => listTerms(database, 'genre', page),
    studio: (_root, { slug }, { database }) => database.client.studio.findUnique({ where: { slug } }),
    studios: (_root, page, { database }) => listTerms(database, 'studio', page),
  },
  Genre: {
    animeCount: ({ slug, animeCount }, _arguments, { loaders }) => animeCount ?? countOf(loaders, 'genre', slug),
  },
  Studio: {
    animeCount: ({ slug, animeCount }, _arguments, { loaders }) => animeCount ?? countOf(loaders, 'studio', slug),
  },
};

async function countOf(loaders: Loaders, term: TermKind, slug: string): Promise<number> {
  return (await loaders.of(animeCountLoader).load({ term, slug })) ?? 0;
}
