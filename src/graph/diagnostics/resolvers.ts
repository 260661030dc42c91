import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';

export const diagnosticsResolvers: Resolvers = {
  Query: {
    diagnostics: async (_root, _arguments, { diagnose }) => {
      if (diagnose === null) throw new CatalogError('service_unavailable', 'This process cannot examine itself.');
      return diagnose();
    },
  },
};
