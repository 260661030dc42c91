import { requireTool } from '../application/applicationOwner.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { lowestIdAt } from '../reading/lowestIdAt.ts';
import { readPage } from '../reading/readPage.ts';

const NEWEST_FIRST = { kind: 'auditEvent.id', key: 'id', type: 'uuid', direction: 'desc' } as const;

export const auditResolvers: Resolvers = {
  Query: {
    auditEvents: (_root, { actor, object, since, ...page }, { database, viewer }) => {
      requireTool(viewer);
      const conditions = {
        ...(actor == null ? {} : { actor: { in: [actor, ...ACTOR_KINDS.map((kind) => `${kind}:${actor}`)] } }),
        ...(object == null ? {} : { object }),
        ...(since == null ? {} : sinceConditions(new Date(since))),
      };
      return readPage(NEWEST_FIRST, page, async ({ where, ...slice }) => {
        const events = await database.client.auditEvent.findMany({ where: { AND: [where, conditions] }, ...slice });
        return events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
      });
    },
  },
};

/** Ids begin with the time of the process, `at` is the database's: no clock that still serves tokens is a day off. */
const CLOCKS_APART_MS = 24 * 60 * 60 * 1000;

/** The bound of the ids ends the walk through the order. */
function sinceConditions(since: Date) {
  return { at: { gte: since }, id: { gte: lowestIdAt(since.getTime() - CLOCKS_APART_MS) } };
}

const ACTOR_KINDS = ['tool', 'user', 'key', 'client'];
