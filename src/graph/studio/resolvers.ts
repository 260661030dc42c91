import type { Resolvers } from '../generated/resolvers.ts';
import { listTerms } from '../reading/termList.ts';

export const studioResolvers: Resolvers = {
  Query: {
    studios: (_root, page, { database }) => listTerms(database, 'studio', page),
  },
  Studio: {
    animeCount: ({ slug }, _arguments, { loaders }) => loaders.studioCounts.load(slug),
  },
};
