import type { ReaderRequest } from './readerRequest.ts';

/** Where a page that shows what operations answer is served, and from which of them. */
export interface ExploreRoute {
  /** With `{name}` for parameters. */
  readonly path: string;
  /** The names of its query. */
  readonly query: readonly string[];
  /** @param texts path and query, decoded, by name @throws ProblemError, Moved */
  readonly render: (reader: ReaderRequest, texts: Readonly<Record<string, string>>) => Promise<string>;
  /** The page while a request is refused; default: the one of all pages. */
  readonly renderRefusal?: (reader: ReaderRequest, detail: string) => Promise<string>;
}
