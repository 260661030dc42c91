import { graphql } from '../../src/graph/schema/operation.ts';

/** Everything an anime shows but its relations to other entities. */
const animeFields = graphql(`
  fragment WholeAnime on Anime {
    id title titleLanguage alternativeTitles { title language kind } titles { native romaji english chinese } format status startDate endDate year season episodeCount
    durationMinutes synopsis images { url width height } genres { slug name } studios { slug name }
    externalIds { site id } relations { type anime { id title format } } isAdult broadcast { weekday time timezone } officialSite revision version createdAt updatedAt mergedInto { id } mergedIds
  }
`);

/** Everything an episode shows, and of its anime what its document holds. */
const episodeFields = graphql(`
  fragment WholeEpisode on Episode {
    id anime { id title format } number title alternativeTitles { title language kind } status scheduledAt releasedAt
    revision version createdAt updatedAt
  }
`);

export const oneAnime = graphql(
  `
    query OneAnime($id: UUID!) {
      anime(id: $id) { ...WholeAnime }
    }
  `,
  [animeFields],
);

export const animePage = graphql(
  `
    query AnimePage($filter: AnimeFilter, $sort: AnimeSort!, $first: Int!, $after: String) {
      animeList(filter: $filter, sort: $sort, first: $first, after: $after) {
        nodes { ...WholeAnime }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [animeFields],
);

export const episodesOfAnime = graphql(
  `
    query EpisodesOfAnime($id: UUID!, $first: Int!, $after: String) {
      animeEpisodes(animeId: $id, first: $first, after: $after) {
        anime { id title format mergedInto { id } }
        nodes { ...WholeEpisode }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
  [episodeFields],
);

export const animePageKeys = graphql(`
  query AnimePageKeys($filter: AnimeFilter, $sort: AnimeSort!, $first: Int!, $after: String) {
    animeList(filter: $filter, sort: $sort, first: $first, after: $after) {
      nodes { id version }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const episodesOfAnimeKeys = graphql(`
  query EpisodesOfAnimeKeys($id: UUID!, $first: Int!, $after: String) {
    animeEpisodes(animeId: $id, first: $first, after: $after) {
      nodes { id version }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const animeChangePage = graphql(
  `
    query AnimeChangePage($since: DateTime, $filter: AnimeFilter, $first: Int!, $after: String) {
      animeChanges(since: $since, filter: $filter, first: $first, after: $after) {
        nodes { ...WholeAnime }
        pageInfo { hasNextPage endCursor }
        until
      }
    }
  `,
  [animeFields],
);

export const episodeChangePage = graphql(
  `
    query EpisodeChangePage($since: DateTime, $first: Int!, $after: String) {
      episodeChanges(since: $since, first: $first, after: $after) {
        nodes { ...WholeEpisode }
        pageInfo { hasNextPage endCursor }
        until
      }
    }
  `,
  [episodeFields],
);
