import type { Resolvers } from '../generated/resolvers.ts';
import * as values from '../model/vocabulary.ts';

/** `anime.created` is ANIME_CREATED in GraphQL, whose names allow no dots. */
type EnumName<Value extends string> = Uppercase<Value extends `${infer A}.${infer B}` ? `${A}_${B}` : Value>;

/**
 * The stored value of each enum name. In-process operations use the values, as the tables and REST do; the names exist
 * only in GraphQL over HTTP (execution.ts).
 */
export const enumResolvers = {
  AnimeFormat: byName(values.ANIME_FORMATS),
  AnimeSort: byName(values.ANIME_SORTS),
  AnimeStatus: byName(values.ANIME_STATUSES),
  AttemptError: byName(values.ATTEMPT_ERRORS),
  DeliveryKind: byName(values.DELIVERY_KINDS),
  DeliveryStatus: byName(values.DELIVERY_STATUSES),
  DiagnosticStatus: byName(values.DIAGNOSTIC_STATUSES),
  EpisodeStatus: byName(values.EPISODE_STATUSES),
  EventKind: byName(values.EVENT_KINDS),
  FurtherFacet: byName(values.FURTHER_FACETS),
  IdKind: byName(values.ID_KINDS),
  ImportOutcome: byName(values.IMPORT_OUTCOMES),
  ProposalReason: byName(values.PROPOSAL_REASONS),
  ProposalStatus: byName(values.PROPOSAL_STATUSES),
  RecordType: byName(values.RECORD_TYPES),
  RelationType: byName(values.RELATION_TYPES),
  ScheduleStatus: byName(values.SCHEDULE_STATUSES),
  SearchEngineKind: byName(values.SEARCH_ENGINE_KINDS),
  SearchMatch: byName(values.SEARCH_MATCHES),
  SearchWish: byName(values.SEARCH_WISHES),
  SearchIndexState: byName(values.SEARCH_INDEX_STATES),
  Season: byName(values.SEASONS),
  WebhookStatus: byName(values.WEBHOOK_STATUSES),
  Weekday: byName(values.WEEKDAYS),
  TitleKind: byName(values.TITLE_KINDS),
} satisfies Resolvers;

/** GraphQL's name of an enum value. */
function enumName<Value extends string>(value: Value): EnumName<Value> {
  return value.replace('.', '_').toUpperCase() as EnumName<Value>;
}

function byName<Value extends string>(its: readonly Value[]): { readonly [Name in EnumName<Value>]: Value } {
  return Object.fromEntries(its.map((value) => [enumName(value), value])) as {
    readonly [Name in EnumName<Value>]: Value;
  };
}
