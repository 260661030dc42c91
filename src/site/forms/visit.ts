import type { TadaDocumentNode } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import type { GraphContext } from '../../graph/schema/context.ts';
import type { PreparedOperation } from '../../graph/schema/execution.ts';

/** A person's request for a page of her account. */
export interface Visit {
  /** Of the viewer `user`. */
  readonly context: GraphContext;
  readonly subject: string;
  /** The id of the session. */
  readonly session: string;
  /** The parameters of path and query, by name. */
  readonly texts: Readonly<Record<string, string>>;
  /** The page's path. */
  readonly path: string;
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
export type Outcome = { readonly to: string } | { readonly notice: ComponentChildren };

/** Prepares a fixed operation. */
export type Prepare = <Result, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
) => PreparedOperation<Result, Variables>;

/** A form of a page: checks the fields and changes something. */
export type Form = (visit: Visit, fields: URLSearchParams) => Promise<Outcome>;

/** A page of the account or the desk with its forms. */
export interface AccountPage {
  /** With `{name}` for parameters. */
  readonly path: string;
  /** The names of its query. */
  readonly query?: readonly string[];
  /** The names of its forms. */
  readonly forms: readonly string[];
  /** Prepares its operations, before the first request. */
  readonly prepare: (prepare: Prepare) => {
    /** The page as HTML. @throws CatalogError not_found, GraphFailure */
    readonly render: (visit: Visit) => Promise<string>;
    /** By name. @throws GraphFailure, which the page shows */
    readonly forms: Readonly<Record<string, Form>>;
  };
}
