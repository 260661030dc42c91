/** Everything an anime shows. */
export const WHOLE_ANIME = `
  id title titleLanguage alternativeTitles { title language kind } titles { native romaji english chinese }
  format status startDate endDate year season episodeCount durationMinutes synopsis isAdult officialSite
  images { url width height } genres { slug name } studios { slug name } externalIds { site id }
  relations { type anime { id title format } } broadcast { weekday time timezone }
  revision version createdAt updatedAt mergedInto { id } mergedIds`;

/** Everything an episode shows, and of its anime what its document holds. */
export const WHOLE_EPISODE = `
  id anime { id title format } number title alternativeTitles { title language kind } status scheduledAt releasedAt
  revision version createdAt updatedAt`;

/** A page of the episodes of `$id`. */
export const episodesOf = (fields: string) => `
  query ($id: UUID!, $first: Int!, $after: String) {
    animeEpisodes(animeId: $id, first: $first, after: $after) {
      anime { id title format mergedInto { id } } nodes { ${fields} } pageInfo { hasNextPage endCursor }
    }
  }`;
