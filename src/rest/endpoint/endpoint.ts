import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Arrivals } from '../../graph/publication/arrivals.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { BodyRule } from '../body/readBody.ts';
import type { EntityTags } from '../http/entityTags.ts';
import type { CursorCodec } from '../parameters/cursorCodec.ts';
import type { UnavailableCode } from '../problem/toProblem.ts';
import type { RepresentationTools } from '../representation/representation.ts';
import type { Access } from './access.ts';

/** The sections of the interface's description. */
export const sections = {
  Platform: 'The API itself.',
  Catalogue: 'Canonical anime, genres and studios.',
  Search: 'Anime by title.',
  Events: 'What was published, for mirrors of the catalogue.',
  Episodes: 'Imported episodes. No episode is inferred from an anime’s episode count.',
  Webhooks:
    'Where an application has signed events sent. Webhooks are managed with the access token of the person who owns it, never with an API key.',
  Deliveries: 'What receivers are sent.',
} as const;

/** The description of an operation. */
export interface EndpointFacts {
  /** OpenAPI template, e.g. `/v1/anime/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly access: Access;
  readonly section: keyof typeof sections;
  readonly summary: string;
  readonly description: string;
  /** Whether the id of a merged anime redirects to its survivor (301). */
  readonly redirectsMerged?: boolean;
  /** Whether it creates a webhook: deliveries go to `url` of its body. */
  readonly subscribes?: boolean;
  /** The code of its 503; default `service_unavailable`. */
  readonly unavailable?: UnavailableCode;
}

/** The tools that endpoints are prepared with, once at the start. */
export interface EndpointTools extends RepresentationTools {
  readonly cursors: CursorCodec;
  readonly entityTags: EntityTags;
  /** Holds requests until events come. */
  readonly arrivals: Pick<Arrivals, 'until'>;
}

/** A request whose path, method and caller have been accepted; the endpoint judges the rest. */
export interface EndpointRequest {
  /** As sent, without the question mark; null without a query. */
  readonly query: string | null;
  /** The path's parameters, decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** The body as JSON, read on demand. @throws ProblemError 415, 413 or 400 */
  readonly body: (rule: BodyRule) => Promise<unknown>;
  /** Calls the listener when the connection ends; at once where it has ended. */
  readonly onClose: (listener: () => void) => void;
  /** The context of this request; its viewer is the caller. */
  readonly context: GraphContext;
}

export type Answer =
  | {
      readonly kind: 'content';
      /** The JSON as text or bytes. */
      readonly json: string | Buffer;
      readonly entityTag: string;
      /** The cursor of the next page; absent on the last one. */
      readonly nextCursor?: string;
      /** Whether it never changes, so that caches need not ask again. */
      readonly isFinal?: boolean;
    }
  | {
      readonly kind: 'notModified';
      readonly entityTag: string;
      /** Whether a listed tag matched the change version and nothing else was read: such a call costs no point. */
      readonly byVersionAlone: boolean;
      /** As of content. */
      readonly isFinal?: boolean;
    }
  /** Bytes that are read while they are sent. */
  | {
      readonly kind: 'file';
      readonly type: string;
      readonly entityTag: string;
      /** Of the whole file. */
      readonly size: number;
      /** The requested part; null: the whole. */
      readonly range: ByteRange | 'unsatisfiable' | null;
      readonly bytes: (range: ByteRange) => AsyncIterable<Buffer>;
    }
  /** The anime was merged; the same path with the survivor's id answers. */
  | { readonly kind: 'redirect'; readonly id: string }
  /** A command has succeeded, or something is elsewhere. */
  | {
      readonly kind: 'done';
      /** JSON text; null when there is no body. */
      readonly json: string | null;
      readonly entityTag: string | null;
      /** The path of the created resource, or of the one that is meant. */
      readonly location: string | null;
    };

/** Bytes of a file, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** @throws ProblemError, GraphFailure */
export type Responder = (request: EndpointRequest) => Promise<Answer>;

/** The successful response of an operation. */
export interface EndpointResponse {
  readonly status: 200 | 201 | 202 | 204 | 303;
  readonly description: string;
  /** Null when there is no body. */
  readonly schema: z.ZodType | null;
  /** Null without a tag. A strong tag names exact bytes, so such answers are never compressed. */
  readonly entityTag: 'weak' | 'strong' | null;
  /** The media type of its body; default: application/json. */
  readonly mediaType?: string;
  /** Of 303: what is at Location, for clients that follow. */
  readonly found?: Pick<EndpointResponse, 'description' | 'schema' | 'mediaType'>;
  /** Whether byte ranges are served: 206, 416. */
  readonly ranges?: boolean;
  /** Whether it reads on from a position that may be gone: 410. */
  readonly fromPosition?: boolean;
  /** Whether Location names the created resource, or the one that is meant. */
  readonly location?: boolean;
  /** Whether the header Link may name a next page. */
  readonly nextLink?: boolean;
  /** Whether it contains a secret, which no cache may store. */
  readonly secret?: boolean;
}

/** One operation of the interface; routes, refusals, documentation and test tables derive from it. */
export interface Endpoint extends EndpointFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly pathParameters: z.ZodObject;
  readonly queryParameters: z.ZodObject;
  /** Null when the body is ignored. */
  readonly body: (BodyRule & { readonly schema: z.ZodType }) | null;
  /** Whether If-Match must name the current state (428). */
  readonly needsIfMatch: boolean;
  readonly response: EndpointResponse;
  /** Prepares the endpoint's operations. */
  prepare(tools: EndpointTools): Responder;
}

/** What all reading endpoints have in common. */
export const readFacts = { method: 'GET', body: null, needsIfMatch: false } as const;
