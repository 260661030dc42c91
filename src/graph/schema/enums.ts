import type { Resolvers } from '../generated/resolvers.ts';
import {
  ANIME_FORMATS,
  ANIME_SORTS,
  ANIME_STATUSES,
  ATTEMPT_ERRORS,
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  DIAGNOSTIC_STATUSES,
  EPISODE_STATUSES,
  EVENT_KINDS,
  FURTHER_FACETS,
  ID_KINDS,
  IMPORT_OUTCOMES,
  PROPOSAL_REASONS,
  PROPOSAL_STATUSES,
  RECORD_TYPES,
  RELATION_TYPES,
  SCHEDULE_STATUSES,
  SEARCH_ENGINE_KINDS,
  SEARCH_INDEX_STATES,
  SEARCH_MATCHES,
  SEARCH_WISHES,
  SEASONS,
  TITLE_KINDS,
  WEBHOOK_STATUSES,
  WEEKDAYS,
} from '../model/vocabulary.ts';

/** `anime.created` is ANIME_CREATED in GraphQL, whose names allow no dots. */
type EnumName<Value extends string> = Uppercase<Value extends `${infer A}.${infer B}` ? `${A}_${B}` : Value>;

/**
 * The stored value of each enum name. In-process operations use the values, as the tables and REST do; the names exist
 * only in GraphQL over HTTP (execution.ts).
 */
export const enumResolvers = {
  AnimeFormat: byName(ANIME_FORMATS),
  AnimeSort: byName(ANIME_SORTS),
  AnimeStatus: byName(ANIME_STATUSES),
  AttemptError: byName(ATTEMPT_ERRORS),
  DeliveryKind: byName(DELIVERY_KINDS),
  DeliveryStatus: byName(DELIVERY_STATUSES),
  DiagnosticStatus: byName(DIAGNOSTIC_STATUSES),
  EpisodeStatus: byName(EPISODE_STATUSES),
  EventKind: byName(EVENT_KINDS),
  FurtherFacet: byName(FURTHER_FACETS),
  IdKind: byName(ID_KINDS),
  ImportOutcome: byName(IMPORT_OUTCOMES),
  ProposalReason: byName(PROPOSAL_REASONS),
  ProposalStatus: byName(PROPOSAL_STATUSES),
  RecordType: byName(RECORD_TYPES),
  RelationType: byName(RELATION_TYPES),
  ScheduleStatus: byName(SCHEDULE_STATUSES),
  SearchEngineKind: byName(SEARCH_ENGINE_KINDS),
  SearchMatch: byName(SEARCH_MATCHES),
  SearchWish: byName(SEARCH_WISHES),
  SearchIndexState: byName(SEARCH_INDEX_STATES),
  Season: byName(SEASONS),
  WebhookStatus: byName(WEBHOOK_STATUSES),
  Weekday: byName(WEEKDAYS),
  TitleKind: byName(TITLE_KINDS),
} satisfies Resolvers;

/** GraphQL's name of an enum value. */
export function enumName<Value extends string>(value: Value): EnumName<Value> {
  return value.replace('.', '_').toUpperCase() as EnumName<Value>;
}

function byName<Value extends string>(values: readonly Value[]): { readonly [Name in EnumName<Value>]: Value } {
  return Object.fromEntries(values.map((value) => [enumName(value), value])) as {
    readonly [Name in EnumName<Value>]: Value;
  };
}
