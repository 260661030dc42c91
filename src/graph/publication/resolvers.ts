import { animeLoader } from '../anime/animeEntity.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { invalidParameter } from '../model/errors.ts';
import { checkPageSize } from '../reading/pageSize.ts';
import { eventLoader, positionGone, readEvents } from './readEvents.ts';

export const publicationResolvers: Resolvers = {
  Query: {
    events: (_root, { after, kinds, first }, { loaders }) => {
      const position = /^\d+$/.test(after) ? Number(after) : Number.NaN;
      if (!Number.isSafeInteger(position)) {
        throw invalidParameter('after', 'a position such as 0 or 1234 is expected.');
      }
      if (kinds?.length === 0)
        throw invalidParameter('kinds', 'at least one kind is expected; none at all means every kind.');
      if (first !== 0) checkPageSize(first);
      return readEvents(loaders, { after: position, kinds: kinds ?? null, first });
    },
  },
  Event: {
    anime: ({ animeId }, _arguments, { loaders }) => loaders.of(animeLoader).load(animeId),
  },
  EventConnection: {
    nodes: ({ positions }, _arguments, { loaders }) =>
      Promise.all(
        positions.map(async (position) => {
          const event = await loaders.of(eventLoader).load(position);
          // The retention may remove what was listed a moment ago.
          return event ?? Promise.reject(positionGone(Number(position) - 1));
        }),
      ),
  },
};
