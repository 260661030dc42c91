import type { Resolvers } from '../generated/resolvers.ts';
import { invalidParameter } from '../model/errors.ts';
import { eventKindOf } from '../model/eventKinds.ts';
import { LARGEST_EVENT_PAGE } from '../model/limits.ts';
import { checkPageSize } from '../reading/pageSize.ts';

export const publicationResolvers: Resolvers = {
  Query: {
    events: async (_root, { after, first }, { database }) => {
      if (!/^(0|[1-9]\d{0,17})$/.test(after)) {
        throw invalidParameter('after', 'a position such as 0 or 1234 is expected.');
      }
      const events = await database.client.event.findMany({
        where: { position: { gt: BigInt(after) } },
        orderBy: { position: 'asc' },
        take: checkPageSize(first, LARGEST_EVENT_PAGE),
      });
      return events.map(({ position, kind, occurredAt, ...event }) => ({
        ...event,
        position: position.toString(),
        kind: eventKindOf(kind),
        occurredAt: occurredAt.toISOString(),
      }));
    },
  },
};
