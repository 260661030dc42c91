import { graphql } from '../../graph/schema/operation.ts';
import { animeId } from '../anime/animeParameters.ts';
import { reads } from '../endpoint/access.ts';
import { pageEndpoint } from '../endpoint/pageReading.ts';
import { episodeRepresentation } from './episodeRepresentation.ts';

export const listAnimeEpisodes = pageEndpoint({
  path: '/v1/anime/{id}/episodes',
  operationId: 'ListAnimeEpisodes',
  access: reads('anime.read'),
  section: 'Episodes',
  summary: 'List the episodes of an anime',
  description:
    'The imported episodes of one anime, by ascending number. Only imported ones: none is inferred from the anime’s episode count. A merged anime’s identifier answers 301 with the survivor’s path.',
  parameters: { id: animeId },
  page: { unchanged: 'It holds for this anime alone.' },
  operation: graphql(`
    query ListAnimeEpisodes($id: UUID!, $first: Int!, $after: String) {
      animeEpisodes(animeId: $id, first: $first, after: $after) {
        anime { mergedInto { id } }
        nodes { id version }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: ({ id }, page) => ({ id, ...page }),
  redirectsMerged: true,
  list: ({ animeEpisodes }) => animeEpisodes && { ...animeEpisodes, owner: animeEpisodes.anime },
  response: { id: 'EpisodePage', description: 'A page of episodes.' },
  item: episodeRepresentation,
});
