import { graphql } from '../../graph/schema/operation.ts';
import { representation } from '../representation/representation.ts';
import { animeInclusions } from './animeInclusions.ts';
import { animeFields, animeResource, animeSchema } from './animeResource.ts';

/** The representation of an anime. */
export const animeRepresentation = representation({
  operation: graphql(
    `
      query ReadAnime($ids: [UUID!]!) {
        animeByIds(ids: $ids) { ...AnimeFields version }
      }
    `,
    [animeFields],
  ),
  nodes: ({ animeByIds }) => animeByIds,
  schema: animeSchema,
  inclusions: animeInclusions,
  resource: animeResource,
});
