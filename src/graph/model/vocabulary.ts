import { eventKinds } from './eventKinds.ts';

/**
 * The closed vocabularies, with each value as it is in the tables, in REST and in this program; the public ones are in
 * the order of docs/contract.md#enumerations.
 */

export const ANIME_FORMATS = ['tv', 'movie', 'ova', 'ona', 'special', 'music', 'unknown'] as const;
export type AnimeFormat = (typeof ANIME_FORMATS)[number];

export const ANIME_STATUSES = ['announced', 'airing', 'finished', 'unknown'] as const;
export type AnimeStatus = (typeof ANIME_STATUSES)[number];

export const SEASONS = ['winter', 'spring', 'summer', 'fall'] as const;
export type Season = (typeof SEASONS)[number];

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const TITLE_KINDS = ['official', 'synonym', 'short'] as const;
export type TitleKind = (typeof TITLE_KINDS)[number];

/**
 * What another anime is to an anime, in the order in which relations are listed. An adaptation is one in either
 * direction; `other` is a relation of an unknown or another type.
 */
export const RELATION_TYPES = [
  'sequel',
  'prequel',
  'side_story',
  'parent_story',
  'alternative',
  'adaptation',
  'other',
] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

export const EPISODE_STATUSES = ['scheduled', 'delayed', 'released', 'cancelled'] as const;
export type EpisodeStatus = (typeof EPISODE_STATUSES)[number];

export type EventKind = keyof typeof eventKinds;
export const EVENT_KINDS = Object.keys(eventKinds) as readonly EventKind[];

export const ANIME_SORTS = ['id.asc', 'title.asc', 'updated.desc'] as const;
export type AnimeSort = (typeof ANIME_SORTS)[number];

/** The states of a planned episode. */
export const SCHEDULE_STATUSES = ['scheduled', 'delayed'] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

export const RECORD_TYPES = ['anime', 'episode'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** The outcome of a record in a batch. */
export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'held', 'proposed', 'rejected'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** The formats of files that are imported: docs/import.md. */
export const IMPORT_FORMATS = ['catalog', 'anime-offline-database', 'bangumi-data', 'dump'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Why a record is pending review. */
export const PROPOSAL_REASONS = ['unapproved_source', 'review_requested', 'ambiguous_match'] as const;
export type ProposalReason = (typeof PROPOSAL_REASONS)[number];

export const PROPOSAL_STATUSES = ['pending', 'approved', 'rejected', 'superseded'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

export const SEARCH_ENGINE_KINDS = ['embedded', 'elasticsearch'] as const;
export type SearchEngineKind = (typeof SEARCH_ENGINE_KINDS)[number];

/** The state of the search index for an operator: docs/search.md. */
export const SEARCH_INDEX_STATES = ['ready', 'outdated', 'missing', 'unreachable', 'off'] as const;
export type SearchIndexState = (typeof SEARCH_INDEX_STATES)[number];

/** The result of a check of the service. */
export const DIAGNOSTIC_STATUSES = ['ok', 'warning', 'failed', 'off'] as const;
export type DiagnosticStatus = (typeof DIAGNOSTIC_STATUSES)[number];

/** The state of a webhook that is not deleted. */
export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** What can be named by the last digits of its id. */
export const ID_KINDS = ['anime', 'application', 'episode', 'proposal', 'webhook'] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** The content of a delivery: an event, or the message that tests a receiver. */
export const DELIVERY_KINDS = [...EVENT_KINDS, 'ping'] as const;
export type DeliveryKind = EventKind | 'ping';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed: docs/decisions.md#delivery-log. */
export const ATTEMPT_ERRORS = [
  'timeout',
  'dns',
  'tls',
  'connection',
  'unsafe_address',
  'http_status',
  'interrupted',
  'unsigned',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** The facets of every search, and those that are counted only on request. */
export const STANDARD_FACETS = ['format', 'status', 'year'] as const;
export const FURTHER_FACETS = ['season', 'genre', 'studio'] as const;
export type FurtherFacet = (typeof FURTHER_FACETS)[number];
/** The wishes of a query that a hit may lack. */
export const SEARCH_WISHES = ['year', 'season', 'number', 'part', 'format', 'final'] as const;
export type SearchWish = (typeof SEARCH_WISHES)[number];

/** What of a query led to a hit. */
export const SEARCH_MATCHES = ['words', 'corrected', 'part', 'series', 'letters'] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

export type FacetField = (typeof STANDARD_FACETS)[number] | FurtherFacet;

/**
 * The sites whose ids name one anime each. Others are stored and identify nothing: one tmdb id covers many anime
 * (docs/decisions.md#identity).
 */
export const IDENTIFYING_SITES: ReadonlySet<string> = new Set(['mal', 'anilist', 'anidb', 'bangumi', 'kitsu']);

/** An id as its site writes it: those that identify are numbers, of which some callers pad with zeros. */
export function plainId(site: string, id: string): string {
  return IDENTIFYING_SITES.has(site) ? id.replace(/^0+(?=\d+$)/, '') : id;
}
