import type { TadaDocumentNode } from 'gql.tada';
import type { GraphQLSchema } from 'graphql';
import type { ComponentChildren } from 'preact';
import { CatalogError, invalidParameter } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import { type PreparedOperation, prepare } from '../../graph/schema/execution.ts';

/** Runs a fixed operation. @throws GraphFailure */
export type Ask = <Result, Variables extends object>(
  operation: TadaDocumentNode<Result, Variables>,
  variables: Variables,
) => Promise<Result>;

/** A person's request for a page of her account, or of the desk. */
export interface Visit {
  /** Asks as this person. */
  readonly ask: Ask;
  readonly now: Date;
  readonly subject: string;
  /** The id of the session. */
  readonly session: string;
  /** The parameters of path and query that are not empty, by name. */
  readonly texts: Readonly<Record<string, string>>;
  /** The page's path. */
  readonly path: string;
  /** Whether this service has a search. */
  readonly hasSearch: boolean;
  /** The origin of this service, as the person reached it. */
  readonly origin: string;
  /** The result of a submitted form; null without one. */
  readonly notice: ComponentChildren;
  /** Why a submitted form changed nothing; null without one. */
  readonly fault: FormFault | null;
}

interface FormFault {
  /** The name of the form. */
  readonly form: string;
  readonly message: string;
  /** The submitted fields. */
  readonly fields: URLSearchParams;
}

/** The result of a form: a redirect, or this page with a notice. Only a notice may hold a secret. */
type Outcome = { readonly to: string } | { readonly notice: ComponentChildren };

/** Checks the fields of a form and changes something. @throws GraphFailure, CatalogError, which the page shows */
type Form = (visit: Visit, fields: URLSearchParams) => Promise<Outcome>;

/** A page of the account or the desk with its forms. */
export interface PersonalPage {
  /** With `{name}` for parameters. */
  readonly path: string;
  /** The names of its query. */
  readonly query?: readonly string[];
  /** The page as HTML. @throws CatalogError not_found, GraphFailure */
  render(visit: Visit): Promise<string>;
  /** By name. */
  readonly forms?: Readonly<Record<string, Form>>;
}

/** The subject of a page. @throws CatalogError not_found without one */
export function required<Found>(found: Found | null | undefined): Found {
  if (found == null) throw new CatalogError('not_found', 'Page not found.');
  return found;
}

/** The identifier in the page's path. @throws CatalogError not_found for a malformed one */
export function idIn({ texts }: Visit, name: string): string {
  return required(parseUuid(texts[name] ?? ''));
}

/** The typed identifier. @param what it is of, such as `an anime` @throws CatalogError invalid_parameter */
export function typedId(name: string, text: string, what: string): string {
  const id = parseUuid(text.trim());
  if (id === null) throw invalidParameter(name, `"${text.slice(0, 100)}" is no id of ${what}.`);
  return id;
}

/** The one of a form's choices that was chosen. @throws CatalogError invalid_parameter */
export function choiceIn<Choice extends string>(name: string, text: string | null, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === text);
  if (found === undefined) throw invalidParameter(name, `one of the choices is expected: ${choices.join(', ')}.`);
  return found;
}

const prepared = new WeakMap<GraphQLSchema, Map<unknown, unknown>>();

/** Asks a schema in a context. An operation is prepared when it is first asked, and once. */
export function askOf(schema: GraphQLSchema, context: GraphContext): Ask {
  const known = prepared.get(schema) ?? new Map<unknown, unknown>();
  prepared.set(schema, known);
  return async <Result, Variables extends object>(
    operation: TadaDocumentNode<Result, Variables>,
    variables: Variables,
  ) => {
    const run = (known.get(operation) ?? prepare(schema, operation)) as PreparedOperation<Result, Variables>;
    known.set(operation, run);
    return await run(context, variables);
  };
}
