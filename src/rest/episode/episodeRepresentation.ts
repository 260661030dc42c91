import { graphql } from '../../graph/schema/operation.ts';
import { animeRepresentation } from '../anime/animeRepresentation.ts';
import { type Inclusion, representation } from '../representation/representation.ts';
import { episodeFields, episodeResource, episodeSchema } from './episodeResource.ts';

const anime: Inclusion = {
  description: 'the whole anime instead of its identifier, title and format.',
  prepare(tools) {
    const readKeys = tools.operation(
      graphql(`
        query ReadAnimeOfEpisodes($ids: [UUID!]!) { animeOfEpisodes(ids: $ids) { id version } }
      `),
    );
    const readAnime = animeRepresentation.prepare(tools);
    return async (context, ids) => {
      const { animeOfEpisodes: keys } = await readKeys(context, { ids: [...ids] });
      // Each anime once, however many of its episodes are shown.
      const distinct = [...new Map(keys.flatMap((key) => (key === null ? [] : [[key.id, key]]))).values()];
      const shown = new Map((await readAnime(context, distinct)).flatMap((it) => (it === null ? [] : [[it.id, it]])));
      return keys.map((key) => {
        const anime = key === null ? undefined : shown.get(key.id);
        return { version: anime === undefined ? '' : `${anime.id} ${anime.version}`, json: anime?.json ?? null };
      });
    };
  },
};

/** What requests can add to an episode. */
const episodeInclusions = { anime };

/** The representation of an episode. */
export const episodeRepresentation = representation({
  operation: graphql(
    `
      query ReadEpisodes($ids: [UUID!]!) { episodesByIds(ids: $ids) { ...EpisodeFields version } }
    `,
    [episodeFields],
  ),
  nodes: ({ episodesByIds }) => episodesByIds,
  schema: episodeSchema,
  inclusions: episodeInclusions,
  resource: episodeResource,
});
