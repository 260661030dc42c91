import type { TadaDocumentNode } from 'gql.tada';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { byteString } from '../representation/byteString.ts';
import { type Inclusion, representation } from '../representation/representation.ts';
import { animeFields, animeResource, animeSchema } from './animeResource.ts';
import { episodeReference, episodeReferenceFields } from './episodeReference.ts';

const nextEpisode = episodeInclusion({
  description: 'the first episode that is planned for now or later and not released, or null.',
  operation: graphql(
    `
      query ReadNextEpisodes($ids: [UUID!]!) { nextEpisodes(ids: $ids) { ...EpisodeReferenceFields version } }
    `,
    [episodeReferenceFields],
  ),
  episodes: ({ nextEpisodes }) => nextEpisodes,
});

const lastReleased = episodeInclusion({
  description: 'the episode whose confirmed release is the last one, or null.',
  operation: graphql(
    `
      query ReadLastReleasedEpisodes($ids: [UUID!]!) {
        lastReleasedEpisodes(ids: $ids) { ...EpisodeReferenceFields version }
      }
    `,
    [episodeReferenceFields],
  ),
  episodes: ({ lastReleasedEpisodes }) => lastReleasedEpisodes,
});

/** What requests can add to an anime. */
const animeInclusions = { nextEpisode, lastReleased };

/** One episode of each anime, in brief, as of the instant of the request. */
function episodeInclusion<Data>(definition: {
  readonly description: string;
  readonly operation: TadaDocumentNode<Data, { ids: string[] }>;
  readonly episodes: (
    data: Data,
  ) => readonly ((ResultOf<typeof episodeReferenceFields> & { readonly version: string }) | null)[];
}): Inclusion {
  const { description, operation, episodes } = definition;
  return {
    description,
    prepare(tools) {
      const read = tools.operation(operation);
      return async (context, ids) => {
        const found = episodes(await read(context, { ids: [...ids] }));
        return found.map((episode) => ({
          version: episode === null ? '' : `${episode.id} ${episode.version}`,
          json: byteString(episode && episodeReference(episode)),
        }));
      };
    },
  };
}

/** The representation of an anime. */
export const animeRepresentation = representation({
  operation: graphql(
    `
      query ReadAnime($ids: [UUID!]!) { animeByIds(ids: $ids) { ...AnimeFields version } }
    `,
    [animeFields],
  ),
  nodes: ({ animeByIds }) => animeByIds,
  schema: animeSchema,
  inclusions: animeInclusions,
  resource: animeResource,
});
