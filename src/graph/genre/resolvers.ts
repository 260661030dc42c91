import type { Resolvers } from '../generated/resolvers.ts';
import { listTerms } from '../reading/termList.ts';

export const genreResolvers: Resolvers = {
  Query: {
    genres: (_root, page, { database }) => listTerms(database, 'genre', page),
  },
  Genre: {
    animeCount: ({ slug }, _arguments, { loaders }) => loaders.genreCounts.load(slug),
  },
};
