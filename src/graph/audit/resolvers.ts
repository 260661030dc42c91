import { requireTool } from '../application/applicationOwner.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import { checkPageSize } from '../reading/pageSize.ts';

const CURSOR = 'auditEvent.id';

export const auditResolvers: Resolvers = {
  Query: {
    auditEvents: async (_root, { actor, object, since, first, after }, { database, viewer }) => {
      requireTool(viewer);
      const size = checkPageSize(first);
      const [last] = after == null ? [] : decodeCursor(after, CURSOR, ['uuid']);
      const rows = await database.client.auditEvent.findMany({
        where: {
          ...(actor == null ? {} : { actor: { in: [actor, ...ACTOR_KINDS.map((kind) => `${kind}:${actor}`)] } }),
          ...(object == null ? {} : { object }),
          ...(since == null ? {} : { at: { gte: new Date(since) } }),
          ...(last === undefined ? {} : { id: { lt: last } }),
        },
        orderBy: { id: 'desc' },
        take: size + 1,
      });
      const page = rows.slice(0, size);
      const end = page.at(-1);
      return {
        nodes: page.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
        pageInfo: {
          hasNextPage: rows.length > size,
          endCursor: end === undefined ? null : encodeCursor(CURSOR, [end.id]),
        },
      };
    },
  },
};

const ACTOR_KINDS = ['tool', 'user', 'key', 'client'];
