import type { EventKind as StoredEventKind } from '../../database/generated/enums.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_EVENT_PAGE } from '../model/limits.ts';
import type { EventKind } from '../model/vocabulary.ts';
import { checkPageSize } from '../reading/pageSize.ts';

/** Prisma's names allow no dots. */
const KINDS = {
  anime_created: 'anime.created',
  anime_updated: 'anime.updated',
  episode_released: 'episode.released',
  episode_updated: 'episode.updated',
} as const satisfies Record<StoredEventKind, EventKind>;

export const publicationResolvers: Resolvers = {
  Query: {
    events: async (_root, { after, first }, { database }) => {
      if (!/^(0|[1-9]\d{0,17})$/.test(after)) {
        throw new CatalogError('invalid_parameter', 'after: a position such as 0 or 1234 is expected.', {
          parameter: 'after',
        });
      }
      const events = await database.client.event.findMany({
        where: { position: { gt: BigInt(after) } },
        orderBy: { position: 'asc' },
        take: checkPageSize(first, LARGEST_EVENT_PAGE),
      });
      return events.map(({ position, kind, occurredAt, ...event }) => ({
        ...event,
        position: position.toString(),
        kind: KINDS[kind],
        occurredAt: occurredAt.toISOString(),
      }));
    },
  },
};
