import { graphql } from '../../graph/schema/operation.ts';
import { animeRepresentation } from '../anime/animeRepresentation.ts';
import { animeFields } from '../anime/animeResource.ts';
import type { Included, Inclusion } from '../representation/inclusion.ts';
import type { VersionedNode } from '../representation/itemReader.ts';

const anime: Inclusion = {
  description: 'the whole anime instead of its identifier, title and format.',
  prepare(tools) {
    const items = animeRepresentation.prepare(tools);
    const readKeys = tools.operation(
      graphql(`
        query ReadAnimeOfEpisodesKeys($ids: [UUID!]!) {
          animeOfEpisodes(ids: $ids) { id version }
        }
      `),
    );
    const readWhole = tools.operation(
      graphql(
        `
          query ReadAnimeOfEpisodes($ids: [UUID!]!) {
            animeOfEpisodes(ids: $ids) { ...AnimeFields version }
          }
        `,
        [animeFields],
      ),
    );
    return async (context, ids, whole) => {
      const variables = { ids: [...ids] };
      if (whole) {
        const { animeOfEpisodes } = await readWhole(context, variables);
        return each(animeOfEpisodes, async (nodes) => items.ofNodes(context, nodes));
      }
      const { animeOfEpisodes } = await readKeys(context, variables);
      return each(animeOfEpisodes, (keys) => items.ofKeys(context, keys));
    };
  },
};

/** What requests can add to an episode. */
export const episodeInclusions = { anime };

/** @param bytesOf is given each anime once, however many episodes it has */
function each<Node extends VersionedNode>(
  nodes: readonly (Node | null)[],
  bytesOf: (distinct: readonly Node[]) => Promise<readonly Buffer[] | null>,
): Included {
  const byId = new Map(nodes.flatMap((node) => (node === null ? [] : [[node.id, node] as const])));
  return {
    versions: nodes.map((node) => (node === null ? '' : `${node.id} ${node.version}`)),
    json: async () => {
      const bytes = await bytesOf([...byId.values()]);
      const bytesById = bytes && new Map([...byId.keys()].map((id, at) => [id, bytes[at]]));
      return bytesById && nodes.map((node) => (node && bytesById.get(node.id)) ?? null);
    },
  };
}
