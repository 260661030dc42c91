import { graphql } from '../../graph/schema/operation.ts';
import { reads } from '../endpoint/access.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import { uuidParameter } from '../parameters/kinds.ts';
import { episodeRepresentation } from './episodeRepresentation.ts';

export const getEpisode = resourceEndpoint({
  path: '/v1/episodes/{id}',
  operationId: 'GetEpisode',
  access: reads('anime.read'),
  section: 'Episodes',
  summary: 'Read one episode',
  description:
    'One canonical episode by its stable identifier. Unknown titles and times are null. An identifier that became one with another episode’s, when two anime were merged, answers 301 with that episode’s path.',
  parameters: { id: uuidParameter({ description: 'Canonical episode identifier, a UUID in any case.' }) },
  redirectsMerged: true,
  operation: graphql(`
    query GetEpisode($id: UUID!) { episode(id: $id) { id version } }
  `),
  variables: ({ id }) => ({ id }),
  node: ({ episode }) => episode,
  response: { description: 'The episode.' },
  resource: episodeRepresentation,
});
