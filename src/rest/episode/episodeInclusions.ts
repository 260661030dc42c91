import { graphql } from '../../graph/schema/operation.ts';
import { animeRepresentation } from '../anime/animeRepresentation.ts';
import type { Inclusion } from '../representation/representation.ts';

const anime: Inclusion = {
  description: 'the whole anime instead of its identifier, title and format.',
  prepare(tools) {
    const readKeys = tools.operation(
      graphql(`
        query ReadAnimeOfEpisodes($ids: [UUID!]!) {
          animeOfEpisodes(ids: $ids) { id version }
        }
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
        return { version: anime === undefined ? '' : `${anime.id} ${anime.version}`, json: anime?.bytes ?? null };
      });
    };
  },
};

/** What requests can add to an episode. */
export const episodeInclusions = { anime };
