/** The closed vocabularies of the contract (Enumerations), in its order. */

export const ANIME_FORMATS = ['tv', 'movie', 'ova', 'ona', 'special', 'music', 'unknown'] as const;
export type AnimeFormat = (typeof ANIME_FORMATS)[number];

export const ANIME_STATUSES = ['announced', 'airing', 'finished', 'unknown'] as const;
export type AnimeStatus = (typeof ANIME_STATUSES)[number];

export const SEASONS = ['winter', 'spring', 'summer', 'fall'] as const;
export type Season = (typeof SEASONS)[number];

export const TITLE_KINDS = ['official', 'synonym', 'short'] as const;
export type TitleKind = (typeof TITLE_KINDS)[number];

export const EPISODE_STATUSES = ['scheduled', 'delayed', 'released', 'cancelled'] as const;
export type EpisodeStatus = (typeof EPISODE_STATUSES)[number];

export const EVENT_KINDS = ['anime.created', 'anime.updated', 'episode.released', 'episode.updated'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
