import { graphql } from '../../graph/schema/operation.ts';
import { representation } from '../representation/representation.ts';
import { episodeInclusions } from './episodeInclusions.ts';
import { episodeFields, episodeResource, episodeSchema } from './episodeResource.ts';

/** The representation of an episode. */
export const episodeRepresentation = representation({
  operation: graphql(
    `
      query ReadEpisodes($ids: [UUID!]!) {
        episodesByIds(ids: $ids) { ...EpisodeFields version }
      }
    `,
    [episodeFields],
  ),
  nodes: ({ episodesByIds }) => episodesByIds,
  schema: episodeSchema,
  inclusions: episodeInclusions,
  resource: episodeResource,
});
