import type { TadaDocumentNode } from 'gql.tada';
import type { z } from 'zod';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { PreparedOperation } from '../../graph/schema/execution.ts';
import type { CursorCodec } from '../cursors.ts';

/**
 * Who may call: `open` asks nobody for anything; `read` takes anonymous callers, at the lower quota, and valid credentials that
 * carry the scope (docs/contract.md#authentication).
 */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'read'; readonly scope: 'anime.read' | 'search.read' };

/** The headings of the interface's description. */
export const sections = {
  Platform: 'The API itself.',
  Catalogue: 'Canonical anime, genres and studios.',
  Search: 'Anime by title.',
  Episodes: 'Imported episodes. No episode is inferred from an anime’s episode count.',
} as const;

/** What the description says of an operation. */
export interface EndpointFacts {
  /** OpenAPI template, e.g. `/v1/anime/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly access: Access;
  readonly section: keyof typeof sections;
  readonly summary: string;
  readonly description: string;
}

/** What endpoints are given once, at start. */
export interface EndpointTools {
  /** Validates and compiles a fixed document. */
  operation<Result, Variables extends object>(
    document: TadaDocumentNode<Result, Variables>,
  ): PreparedOperation<Result, Variables>;
  readonly cursors: CursorCodec;
  /**
   * The weak entity tag of a representation with these change versions, the first of them the context's incarnation of the
   * database; without any, of one that nothing stored shows in.
   */
  entityTag(...versions: readonly string[]): string;
}

/** A request whose parameters are valid. */
export interface EndpointRequest<Parameters = Readonly<Record<string, unknown>>> {
  /** Of path and query together. */
  readonly parameters: Parameters;
  /** Of this request alone. */
  readonly context: GraphContext;
  /** The header If-None-Match as sent. */
  readonly ifNoneMatch: string | undefined;
}

export type Answer =
  | {
      readonly kind: 'content';
      /** JSON text. */
      readonly json: string;
      readonly entityTag: string;
      /** The cursor of the next page; absent where there is none. */
      readonly nextCursor?: string;
    }
  | { readonly kind: 'notModified'; readonly entityTag: string }
  /** The anime was merged into this one: the same path below the survivor's id answers. */
  | { readonly kind: 'moved'; readonly id: string };

/** @throws ProblemError, GraphFailure */
export type Responder = (request: EndpointRequest) => Promise<Answer>;

/** One operation of the interface; everything that is said or checked about it derives from this. */
export interface Endpoint extends EndpointFacts {
  readonly method: 'GET';
  readonly pathParameters: z.ZodObject;
  readonly queryParameters: z.ZodObject;
  readonly response: { readonly schema: z.ZodType; readonly description: string };
  /** Whether the id of something merged leads to what it was merged into. */
  readonly moves: boolean;
  /** Whether the answer may name a next page (header Link). */
  readonly paged: boolean;
  /** Prepares its documents. */
  prepare(tools: EndpointTools): Responder;
}
