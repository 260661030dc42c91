import { requireTool } from '../application/applicationOwner.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { readPage } from '../reading/readPage.ts';

const NEWEST_FIRST = { kind: 'auditEvent.id', key: 'id', type: 'uuid', direction: 'desc' } as const;

export const auditResolvers: Resolvers = {
  Query: {
    auditEvents: (_root, { actor, object, since, ...page }, { database, viewer }) => {
      requireTool(viewer);
      const conditions = {
        ...(actor == null ? {} : { actor: { in: [actor, ...ACTOR_KINDS.map((kind) => `${kind}:${actor}`)] } }),
        ...(object == null ? {} : { object }),
        ...(since == null ? {} : { at: { gte: new Date(since) } }),
      };
      return readPage(NEWEST_FIRST, page, async ({ where, ...slice }) => {
        const events = await database.client.auditEvent.findMany({ where: { ...where, ...conditions }, ...slice });
        return events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
      });
    },
  },
};

const ACTOR_KINDS = ['tool', 'user', 'key', 'client'];
