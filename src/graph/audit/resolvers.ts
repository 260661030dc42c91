import type { Resolvers } from '../generated/resolvers.ts';
import { lowestIdSince } from '../model/lowestId.ts';
import { readPage } from '../reading/keyset.ts';

const NEWEST_FIRST = { kind: 'auditEvent.id', columns: [{ field: 'id', type: 'uuid', direction: 'desc' }] } as const;

export const auditResolvers: Resolvers = {
  Query: {
    auditEvents: (_root, { actor, object, since, ...page }, { database }) => {
      const conditions = {
        ...(actor == null ? {} : { actor: { in: [actor, ...ACTOR_KINDS.map((kind) => `${kind}:${actor}`)] } }),
        ...(object == null ? {} : { object }),
        ...(since == null ? {} : sinceConditions(new Date(since))),
      };
      return readPage(NEWEST_FIRST, page, async ({ where, orderBy, take }) => {
        const events = await database.client.auditEvent.findMany({
          where: { AND: [where, conditions] },
          orderBy,
          take,
        });
        return events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
      });
    },
  },
};

/** The bound of the ids ends the walk through the order. */
function sinceConditions(since: Date) {
  return { at: { gte: since }, id: { gte: lowestIdSince(since.getTime()) } };
}

const ACTOR_KINDS = ['tool', 'reviewer', 'user', 'key', 'client'];
