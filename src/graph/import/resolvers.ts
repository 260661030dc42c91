import type { Resolvers } from '../generated/resolvers.ts';
import { shownUrl } from '../model/shownUrl.ts';
import { findDownload, recordDownload } from './downloads.ts';
import { importCatalog } from './importCatalog.ts';
import { listSchedules, makeDue, putSchedule, removeSchedule } from './schedules.ts';

export const importResolvers: Resolvers = {
  ImportSchedule: { url: ({ url }) => shownUrl(url) },
  Query: {
    importSchedules: (_root, _args, { database }) => listSchedules(database.client),
    download: (_root, key, { database }) => findDownload(database.client, key),
  },
  Mutation: {
    scheduleImport: async (_root, { input }, { database, now, webhooks }) => ({
      schedule: await putSchedule(database.client, input, { now: now(), exempt: webhooks?.exempt ?? new Set() }),
    }),
    runImportSchedule: async (_root, { input }, { database, now }) => ({
      schedule: await makeDue(database.client, input.name, now()),
    }),
    removeImportSchedule: async (_root, { input }, { database }) => ({
      schedule: await removeSchedule(database.client, input.name),
    }),
    recordDownload: async (_root, { input }, { database, now }) => ({
      download: await recordDownload(database.client, input, now()),
    }),
    importCatalog: async (_root, { input }, context) => {
      const began = performance.now();
      const report = await importCatalog(context, {
        records: input.records,
        review: input.review ?? false,
        dryRun: input.dryRun ?? false,
        earlier: input.earlier ?? [],
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
