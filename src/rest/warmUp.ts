import { LARGEST_PAGE, STANDARD_PAGE } from '../graph/model/limits.ts';
import type { GraphContext } from '../graph/schema/context.ts';
import type { Responder } from './endpoint/endpoint.ts';
import type { RepresentationCache } from './representation/representationCache.ts';

/** How many cached pages are read again: enough for V8 to optimise their code. */
const REPEATED_PAGES = 1000;

export interface WarmUpOptions {
  /** Serves the list of anime. */
  readonly respond: Responder;
  /** A fresh one for each read. */
  readonly createContext: () => GraphContext;
  readonly representations: RepresentationCache;
  /** Ends the warm-up before the next page. */
  readonly signal: AbortSignal;
}

/**
 * Reads the catalogue as callers will, most recently changed anime first, until all are cached or the cache is full.
 * Otherwise the first seconds go into uncached pages, on code that V8 has not optimised.
 * @throws the errors of the reads
 */
export async function warmUp({ respond, createContext, representations, signal }: WarmUpOptions): Promise<void> {
  const filled = await readPages(LARGEST_PAGE, () => representations.hasRoomFor(LARGEST_PAGE));
  const cached = (filled * LARGEST_PAGE) / STANDARD_PAGE;
  await readPages(STANDARD_PAGE, (pages) => pages < Math.min(cached, REPEATED_PAGES));

  async function readPages(limit: number, goesOn: (pages: number) => boolean): Promise<number> {
    const first = `sort=updated.desc&limit=${limit}`;
    let query: string | null = first;
    let pages = 0;
    for (; query !== null && !signal.aborted && goesOn(pages); pages += 1) {
      const context = createContext();
      const none = { pathParameters: {}, headers: {}, body: async () => null, onClose: () => {} };
      const answer = await respond({ query, ...none, context });
      const cursor = answer.kind === 'content' ? answer.nextCursor : undefined;
      query = cursor === undefined ? null : `${first}&after=${cursor}`;
    }
    return pages;
  }
}
