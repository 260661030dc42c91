import type { TadaDocumentNode } from 'gql.tada';
import type { PreparedOperation } from '../../graph/schema/execution.ts';
import type { RepresentationCache } from './representationCache.ts';

/** The tools that representations need. */
export interface RepresentationTools {
  /** Validates and compiles a fixed operation, once. */
  operation<Result, Variables extends object>(
    operation: TadaDocumentNode<Result, Variables>,
  ): PreparedOperation<Result, Variables>;
  /** The cache of representations. */
  readonly representations: RepresentationCache;
}
