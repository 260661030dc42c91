/** Catalog formats (contract, Enumerations). */
export const animeFormats = ['tv', 'movie', 'ova', 'ona', 'special', 'music', 'unknown'] as const;

/** Anime statuses (contract, Enumerations). */
export const animeStatuses = ['announced', 'airing', 'finished', 'unknown'] as const;

/** Broadcast seasons (design.md 6). */
export const seasons = ['winter', 'spring', 'summer', 'fall'] as const;

/** What a title is to its work. */
export const titleKinds = ['official', 'synonym', 'short'] as const;

/** Years of the catalogue, everywhere (contract, Limits; design.md 6). */
export const years = { minimum: 1900, maximum: 2200 } as const;
