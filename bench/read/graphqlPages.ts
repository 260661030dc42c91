import { deepStrictEqual } from 'node:assert';
import type { LoadRequest } from './loadClient.ts';
import { shuffled } from './scenarios.ts';
import type { BenchServer } from './startServer.ts';

/** How a graph is asked for pages of anime with all relations. */
export interface GraphDialect {
  readonly query: string;
  /** Of an answer: the anime, reduced to what both graphs tell alike, and the cursor of the page's end. */
  read(data: never): { readonly nodes: readonly object[]; readonly endCursor: string };
}

interface Nodes<Node> {
  readonly nodes: readonly Node[];
}

interface OwnAnime {
  readonly id: string;
  readonly title: string;
  readonly alternativeTitles: readonly object[];
  readonly genres: readonly object[];
  readonly externalIds: readonly object[];
}

/** The service's own graph. */
export const ownDialect: GraphDialect = {
  query: `query Page($first: Int!, $after: String) {
    animeList(first: $first, after: $after) {
      nodes {
        id title format status startDate endDate year season episodeCount durationMinutes synopsis isAdult revision createdAt updatedAt
        alternativeTitles { title language kind } images { url width height } genres { slug name } studios { slug name }
        externalIds { site id } relations { type anime { id title format } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  read({ animeList }: { animeList: Nodes<OwnAnime> & { pageInfo: { endCursor: string } } }) {
    const nodes = animeList.nodes.map(({ id, title, alternativeTitles, genres, externalIds }) => ({
      ...{ id, title, titles: alternativeTitles.length + 1, genres: genres.length, externalIds: externalIds.length },
    }));
    return { nodes, endCursor: animeList.pageInfo.endCursor };
  },
};

interface PostgraphileAnime {
  readonly rowId: string;
  readonly title: string;
  readonly animeTitlesByAnimeId: Nodes<object>;
  readonly animeGenresByAnimeId: Nodes<object>;
  readonly animeExternalIdsByAnimeId: Nodes<object>;
}

/** The graph that PostGraphile makes of the same tables. */
export const postgraphileDialect: GraphDialect = {
  query: `query Page($first: Int!, $after: Cursor) {
    allAnime(first: $first, after: $after, orderBy: PRIMARY_KEY_ASC, condition: { mergedIntoId: null }) {
      nodes {
        rowId title format status startDate endDate year season episodeCount durationMinutes synopsis isAdult revision createdAt
        updatedAt animeTitlesByAnimeId { nodes { title language kind } } animeImagesByAnimeId { nodes { url width height } }
        animeGenresByAnimeId { nodes { genreByGenreId { slug name } } }
        animeStudiosByAnimeId { nodes { studioByStudioId { slug name } } }
        animeExternalIdsByAnimeId { nodes { site externalId } }
        animeRelationsByAnimeId { nodes { type animeByRelatedId { rowId title format } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  read({ allAnime }: { allAnime: Nodes<PostgraphileAnime> & { pageInfo: { endCursor: string } } }) {
    const nodes = allAnime.nodes.map((anime) => ({
      id: anime.rowId,
      title: anime.title,
      titles: anime.animeTitlesByAnimeId.nodes.length,
      genres: anime.animeGenresByAnimeId.nodes.length,
      externalIds: anime.animeExternalIdsByAnimeId.nodes.length,
    }));
    return { nodes, endCursor: allAnime.pageInfo.endCursor };
  },
};

/** Pages of 25 after 2,000 places, and what the first fifty of them hold. */
export async function graphqlPages(server: BenchServer, { query, read }: GraphDialect) {
  const ask = async (variables: object) => {
    const response = await fetch(`${server.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
    if (errors !== undefined) throw new Error(`${server.name}: ${JSON.stringify(errors)}`);
    return read(data);
  };
  const cursors: string[] = [];
  for (let after: string | null = null; cursors.length < 1999; after = cursors.at(-1) ?? null) {
    cursors.push((await ask({ first: 20, after })).endCursor);
  }
  const spread = shuffled(cursors.length).map((at) => ({ first: 25, after: cursors[at] }));
  const requests: LoadRequest[] = spread.map((variables) => ({
    path: '/graphql',
    body: JSON.stringify({ query: query.replace(/\s+/g, ' '), variables }),
  }));
  const sample = await Promise.all(spread.slice(0, 50).map(async (variables) => (await ask(variables)).nodes));
  return { requests, sample };
}

/** @throws AssertionError when the two graphs do not show the same anime */
export function assertSamePages(own: readonly unknown[], theirs: readonly unknown[]): void {
  deepStrictEqual(theirs, own);
}
