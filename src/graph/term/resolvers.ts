import type { Resolvers } from '../generated/resolvers.ts';
import { genreCounts, listTerms, studioCounts } from './readTerms.ts';

/** Resolvers of genres and studios. */
export const termResolvers: Resolvers = {
  Query: {
    genre: (_root, { slug }, { database }) => database.client.genre.findUnique({ where: { slug } }),
    genres: (_root, page, { database }) => listTerms(database, 'genre', page),
    studio: (_root, { slug }, { database }) => database.client.studio.findUnique({ where: { slug } }),
    studios: (_root, page, { database }) => listTerms(database, 'studio', page),
  },
  Genre: {
    animeCount: ({ slug, animeCount }, _arguments, { loaders }) => animeCount ?? loaders.of(genreCounts).load(slug),
  },
  Studio: {
    animeCount: ({ slug, animeCount }, _arguments, { loaders }) => animeCount ?? loaders.of(studioCounts).load(slug),
  },
};
