/** A record of an anime, with its source and id for a title. */
export const animeRecord = (source: string, sourceId: string, more: object = {}) => ({
  ...{ type: 'anime', source, sourceId, titles: [{ title: `${source} ${sourceId}` }] },
  ...more,
});

/** A record of an episode of an anime of the same source. */
export const episodeRecord = (source: string, animeId: string, number: number, more: object = {}) => ({
  ...{ type: 'episode', source, sourceId: `${animeId}/${number}`, anime: { source, sourceId: animeId }, number },
  ...more,
});
