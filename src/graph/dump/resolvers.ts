import type { Resolvers } from '../generated/resolvers.ts';
import { findDump, readChunk } from './dumpRows.ts';
import { makeDump, makeFreshDump } from './makeDump.ts';
import { restoreRecords } from './restoreRecords.ts';

export const dumpResolvers: Resolvers = {
  Query: {
    dump: (_root, { date }, { database }) => findDump(database, date ?? undefined),
    dumpChunk: (_root, { date, number }, { database }) => readChunk(database, date, number),
  },
  Mutation: {
    restoreDump: async (_root, { input: { records } }, context) => {
      const actor = context.viewer.kind === 'tool' ? context.viewer.actor : null;
      const report = await restoreRecords(context, { records, actor });
      return { ...report, position: report.position.toString() };
    },
    makeDump: async (_root, { fresh }, context) =>
      fresh
        ? await makeFreshDump(context.database, context)
        : { dump: await makeDump(context.database, context), content: null },
  },
};
