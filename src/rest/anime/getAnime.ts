import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { animeId } from './animeParameters.ts';
import { animeRepresentation } from './animeRepresentation.ts';

export const getAnime = resourceEndpoint({
  path: '/v1/anime/{id}',
  operationId: 'GetAnime',
  access: reads('anime.read'),
  section: 'Catalogue',
  summary: 'Read one anime',
  description:
    'One canonical anime. An identifier that was merged into another anime answers 301 with the survivor’s path.',
  parameters: { id: animeId },
  redirectsMerged: true,
  operation: graphql(`
    query GetAnime($id: UUID!) { anime(id: $id) { id version mergedInto { id } } }
  `),
  variables: ({ id }) => ({ id }),
  node: ({ anime }) => anime,
  response: { description: 'The anime.' },
  resource: animeRepresentation,
});
