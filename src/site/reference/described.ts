import type { oas31 } from 'zod-openapi';

/** What the reference shows of the interface's description (OpenAPI 3.1). */
export interface Described {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Contents };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export type Contents = Readonly<Record<string, Content>>;

interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

interface Response {
  /** Of a refusal, which operations share. */
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Contents;
}

type OwnRules = 'type' | 'format' | 'pattern' | 'const' | 'default' | 'minimum' | 'maximum' | 'minLength' | 'maxLength';

/** A JSON Schema, as far as it is shown. */
export interface Schema extends Pick<oas31.SchemaObject, OwnRules | '$ref' | 'description' | 'required'> {
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** An operation with its place. */
export interface Placed {
  readonly path: string;
  /** In capitals. */
  readonly method: string;
  readonly operation: Operation;
}

const PLACES = ['path', 'query', 'header'];

/** Required ones first, then those of the path, of the query, of headers. */
export function inOrder(parameters: readonly Parameter[] = []): readonly Parameter[] {
  const rank = ({ required = false, in: place }: Parameter) => (required ? 0 : PLACES.length) + PLACES.indexOf(place);
  return [...parameters].sort((one, other) => rank(one) - rank(other));
}

/** All operations, in the order of the description. */
export function operationsOf({ paths }: Described): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** Those that answer; refusals are shared, and referred to. */
export function answersOf({ responses }: Operation): readonly (readonly [status: string, Response])[] {
  return Object.entries(responses).filter(([, { $ref }]) => $ref === undefined);
}

/** The media type and schema of a body; null where there is none. */
export function bodyOf({ requestBody }: Operation) {
  const [body] = Object.entries(requestBody?.content ?? {});
  return body === undefined ? null : { type: body[0], schema: body[1].schema };
}
