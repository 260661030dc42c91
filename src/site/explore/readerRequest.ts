import type { GraphContext } from '../../graph/schema/context.ts';
import type { Admission } from '../../rest/admission/admission.ts';
import type { Endpoint, Responder } from '../../rest/endpoint/endpoint.ts';
import { originOf } from '../../rest/http/originOf.ts';
import type { RequestFacts, RestResponse } from '../../rest/http/requestFacts.ts';
import { toProblemWithCode } from '../../rest/problem/toProblem.ts';
import type { Reader } from './exploreShell.tsx';
import type { YearSeason } from './newestSeason.ts';
import { isTitleForm } from './titles.ts';

/** The ports of the explorer's pages. */
export interface Explorer {
  /** Prepared operations. */
  readonly operations: readonly { readonly endpoint: Endpoint; readonly respond: Responder }[];
  readonly admission: Admission;
  /** A fresh context of the viewer `public`. */
  readonly createContext: (facts: RequestFacts) => GraphContext;
  readonly now: () => Date;
  readonly newestSeason: () => Promise<YearSeason>;
  /** Hosts whose pictures pages show. */
  readonly imageHosts: readonly string[];
  /** The origin that shown requests name; null: that of each request. */
  readonly publicUrl: string | null;
}

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

/** The anime was merged into this one. */
export class Moved extends Error {
  readonly id: string;

  constructor(id: string) {
    super(`merged into ${id}`);
    this.id = id;
  }
}

/** An operation's answer, and the path and query that it answers. */
export interface Asked<Answer> {
  readonly target: string;
  readonly answer: Answer;
}

type ReaderRequest = Awaited<ReturnType<typeof readerRequest>>;

/** A request for a page: asks operations, in-process, as a reader without a credential. */
export async function readerRequest(explorer: Explorer, response: RestResponse) {
  const { admission, operations, createContext, imageHosts, publicUrl, now } = explorer;
  const { req: request } = response;
  const newest = await explorer.newestSeason();

  /** The reader, as pages show it. */
  function reader(): Reader {
    const titles = /(?:^|;) *titles=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
    return {
      titles: isTitleForm(titles) ? titles : 'catalogued',
      target: request.url,
      origin: publicUrl ?? originOf(request),
      publicUrl,
      newest,
      imageHosts,
    };
  }

  /**
   * The answer to a GET without a credential; it costs the reader's address a call of the quota of pages.
   * @param texts parameters by name; those of the path are put there
   * @throws ProblemError, Moved
   */
  async function ask<Answer>(endpoint: Endpoint, texts: Readonly<Record<string, string>>): Promise<Asked<Answer>> {
    const operation = operations.find((each) => each.endpoint === endpoint);
    if (operation === undefined) throw new Error(`${endpoint.operationId} is not served`);
    await admission.admitAddress(response, 'pages');
    const isInPath = ([name]: [string, string]) => endpoint.path.includes(`{${name}}`);
    const pathParameters = Object.fromEntries(Object.entries(texts).filter(isInPath));
    const query = String(new URLSearchParams(Object.entries(texts).filter((entry) => !isInPath(entry))));
    try {
      const answer = await operation.respond({
        query,
        pathParameters,
        headers: {},
        body: async () => null,
        onClose: (listener) => void response.once('close', listener),
        context: createContext(response.locals),
      });
      if (answer.kind === 'redirect') throw new Moved(answer.id);
      if (answer.kind !== 'content') throw new Error(`${endpoint.operationId} answers ${answer.kind}`);
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(texts[name] ?? ''));
      return { target: query === '' ? path : `${path}?${query}`, answer: JSON.parse(String(answer.json)) as Answer };
    } catch (error) {
      throw endpoint.unavailable === undefined ? error : toProblemWithCode(endpoint.unavailable, error);
    }
  }

  return { now, reader, ask };
}
