import { initGraphQLTada } from 'gql.tada';
import type { Introspection } from '../generated/introspection.ts';
import type * as vocabulary from '../model/vocabulary.ts';

/** The result that a fixed operation's text implies, for mappings: `ResultOf<typeof listAnime>`. */
export type { ResultOf } from 'gql.tada';

/**
 * Tag function of the fixed operations: parses the text and infers result and variables from the schema, so that reading a field
 * which the operation does not select is a compile error.
 */
export const graphql = initGraphQLTada<{
  introspection: Introspection;
  disableMasking: true;
  scalars: {
    UUID: string;
    Date: string;
    DateTime: string;
    EpisodeNumber: number;
    CatalogRecord: unknown;
    AnimeFormat: vocabulary.AnimeFormat;
    AnimeSort: vocabulary.AnimeSort;
    AnimeStatus: vocabulary.AnimeStatus;
    AttemptError: vocabulary.AttemptError;
    DeliveryKind: vocabulary.DeliveryKind;
    DeliveryStatus: vocabulary.DeliveryStatus;
    DiagnosticStatus: vocabulary.DiagnosticStatus;
    EpisodeStatus: vocabulary.EpisodeStatus;
    EventKind: vocabulary.EventKind;
    ImportOutcome: vocabulary.ImportOutcome;
    ProposalReason: vocabulary.ProposalReason;
    ProposalStatus: vocabulary.ProposalStatus;
    RecordType: vocabulary.RecordType;
    ScheduleStatus: vocabulary.ScheduleStatus;
    SearchEngineKind: vocabulary.SearchEngineKind;
    SearchIndexState: vocabulary.SearchIndexState;
    Season: vocabulary.Season;
    SubscriptionStatus: vocabulary.SubscriptionStatus;
    TitleKind: vocabulary.TitleKind;
  };
}>();
