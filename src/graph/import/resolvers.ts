import type { Resolvers } from '../generated/resolvers.ts';
import { findDownload, recordDownload } from './downloads.ts';
import { importCatalog } from './importCatalog.ts';

export const importResolvers: Resolvers = {
  Query: {
    download: (_root, key, { database }) => findDownload(database.client, key),
  },
  Mutation: {
    recordDownload: async (_root, { input }, { database, now }) => ({
      download: await recordDownload(database.client, input, now()),
    }),
    importCatalog: async (_root, { input }, context) => {
      const began = performance.now();
      const report = await importCatalog(context, {
        records: input.records,
        review: input.review ?? false,
        dryRun: input.dryRun ?? false,
        actor: context.viewer.kind === 'tool' ? context.viewer.actor : null,
      });
      if (!input.dryRun) context.onImport?.(report, (performance.now() - began) / 1000);
      return {
        ...report,
        position: report.position.toString(),
      };
    },
  },
};
