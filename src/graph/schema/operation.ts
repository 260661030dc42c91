import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada';
import type { Introspection } from '../generated/introspection.ts';
import type { enumResolvers } from './enums.ts';

/** The result that a fixed operation's text implies, for mappings: `ResultOf<typeof listAnime>`. */
export type { ResultOf, VariablesOf } from 'gql.tada';

/** A fixed operation; ResultOf and VariablesOf have its types. */
export type Operation = TadaDocumentNode<unknown, never>;

type EnumValues = {
  [Name in keyof typeof enumResolvers]: (typeof enumResolvers)[Name][keyof (typeof enumResolvers)[Name]];
};

/**
 * Tag function of the fixed operations: parses the text and infers result and variables from the schema, so that
 * reading a field which the operation does not select is a compile error.
 */
export const graphql = initGraphQLTada<{
  introspection: Introspection;
  disableMasking: true;
  scalars: EnumValues & {
    UUID: string;
    Date: string;
    DateTime: string;
    EpisodeNumber: number;
    /** Base64 over HTTP. */
    Bytes: Buffer | string;
    CatalogRecord: unknown;
  };
}>();
