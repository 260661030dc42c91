import { graphql } from '../../graph/schema/operation.ts';
import { lookupReading } from '../endpoint/lookupReading.ts';
import { uuidsParameter } from '../parameters/lists.ts';
import { episodeRepresentation } from './episodeRepresentation.ts';

/** Episodes by ids. */
export const episodeLookup = lookupReading({
  chosenBy: 'ids',
  ids: uuidsParameter({
    description:
      'A lookup: the episodes with these identifiers, each once, in the order requested; one that ended in a merge is answered by the episode that it became. Without any other parameter but `fields` and `include`.',
  }),
  operation: graphql(`
    query LookUpEpisodes($ids: [UUID!]!) {
      episodeLookup(ids: $ids) { nodes { id version } missing }
    }
  `),
  variables: (ids) => ({ ids: [...ids] }),
  lookup: ({ episodeLookup }) => episodeLookup,
  textOf: (id) => id,
  item: episodeRepresentation,
});
