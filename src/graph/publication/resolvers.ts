import type { Resolvers } from '../generated/resolvers.ts';
import { invalidParameter } from '../model/errors.ts';
import { checkPageSize } from '../reading/pageSize.ts';
import { wantedNodes } from '../reading/selection.ts';
import { createEventPages } from './eventPages.ts';

export const publicationResolvers: Resolvers = {
  Query: {
    events: (_root, { after, kinds, first }, { stores }, info) => {
      const position = /^\d+$/.test(after) ? Number(after) : Number.NaN;
      if (!Number.isSafeInteger(position)) {
        throw invalidParameter('after', 'a position such as 0 or 1234 is expected.');
      }
      if (first !== 0) checkPageSize(first);
      const whole = wantedNodes(info) !== 'none';
      return stores.of(createEventPages).read({ after: position, kinds: kinds ?? null, first, whole });
    },
  },
};
