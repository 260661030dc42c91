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
  /** Of this service, as the person reached it. */
  readonly origin: string;
  readonly forms: {
    /** The token of the session. */
    readonly token: string;
    /** A number for one form. */
    readonly number: () => string;
  };
  /** What a form that was sent led to; null where none was. */
  readonly notice: ComponentChildren;
  /** Why a form that was sent changed nothing; null where none was. */
  readonly fault: FormFault | null;
}

interface FormFault {
  /** The name of the form. */
  readonly form: string;
  readonly message: string;
  /** What was typed. */
  readonly fields: URLSearchParams;
}

/** What a form that was sent leads to: another page, or this one with a notice, which alone may hold a secret. */
export type Outcome = { readonly to: string } | { readonly notice: ComponentChildren };

/** Prepares a fixed operation. */
export type Prepare = <Result, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
) => PreparedOperation<Result, Variables>;

/** A form of a page: checks what was typed, and changes something. */
export type Form = (visit: Visit, fields: URLSearchParams) => Promise<Outcome>;

/** A page of the account, at one path, which shows itself and takes its forms. */
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
