import type { ReaderRequest } from './readerRequest.ts';

/** A page that shows what operations answer. */
export interface ExplorePage {
  /** With `{name}` for parameters. */
  readonly path: string;
  /** The names of its query. */
  readonly query: readonly string[];
  /** @param texts path and query, decoded, by name @throws ProblemError, Moved */
  readonly render: (reader: ReaderRequest, texts: Readonly<Record<string, string>>) => Promise<string>;
  /** The page while a request is refused; default: the one of all pages. */
  readonly renderRefusal?: (reader: ReaderRequest, detail: string) => Promise<string>;
}
