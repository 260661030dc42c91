import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchChange, SearchDocument, SearchIndex } from '../../src/graph/search/port.ts';
import { percentile } from '../percentile.ts';

export interface DrillFigures {
  readonly changes: number;
  /** From the change until a search finds it. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly searches: number;
  /** Searches that threw, and changes that were not found within `GIVEN_UP_MS`. */
  readonly failed: number;
  readonly rebuildSeconds: number;
}

const PER_SECOND = 50;
const SECONDS = 20;
/** Between two questions for what is not found yet. */
const ASK_EVERY_MS = 20;
const GIVEN_UP_MS = 20_000;
const PAGE = 250;
/** Between two batches of changes while a new index settles. */
const APPLY_EVERY_MS = 100;
/** Beyond the versions that other measurements wrote. */
const LATER = 1_000n;

/**
 * Fifty changes a second, each searched for until it is found, and in the middle a rebuild of the whole index. As the
 * indexer does it: changes are applied in batches one after the other, to the index that answers and between two pages
 * of a rebuild to both.
 */
export async function measureDrill(engine: SearchIndex, documents: readonly SearchDocument[]): Promise<DrillFigures> {
  const current = new Map(documents.map((document) => [document.id, document]));
  const total = PER_SECOND * SECONDS;
  const step = Math.max(1, Math.floor(documents.length / total));
  const pending: SearchChange[] = [];
  const sought: { readonly id: string; readonly q: string; readonly since: number }[] = [];
  const times: number[] = [];
  let [made, searches, failed, rebuildSeconds] = [0, 0, 0, 0];

  // One question at a time, for the oldest that is not found yet: as many as there are changes would be the load that
  // is measured.
  const look = async (): Promise<void> => {
    while (made < total || sought.length > 0) {
      const [oldest] = sought;
      if (oldest === undefined) {
        await sleep(ASK_EVERY_MS);
        continue;
      }
      searches += 1;
      const answer = await engine.search({ q: oldest.q, filters: {}, limit: 5 }).catch(() => undefined);
      const found = answer?.hits.some((hit) => hit.id === oldest.id) ?? false;
      const waited = performance.now() - oldest.since;
      if (answer === undefined) failed += 1;
      else if (found) times.push(waited);
      else if (waited > GIVEN_UP_MS) failed += 1;
      if (found || waited > GIVEN_UP_MS) sought.shift();
      else await sleep(ASK_EVERY_MS);
    }
  };
  const change = (n: number): void => {
    const document = current.get(documents[(n * step) % documents.length]?.id ?? '');
    if (document === undefined) return;
    const q = `drilled ${n.toString(36)}xq${(n * 7919).toString(36)}`;
    const changed = { ...document, version: document.version + LATER, titles: [...document.titles, q] };
    current.set(changed.id, changed);
    pending.push({ kind: 'upsert', document: changed });
    sought.push({ id: changed.id, q, since: performance.now() });
  };
  const begun = performance.now();
  const makeDue = (): void => {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1_000) * PER_SECOND));
    while (made < due) change(made++);
  };
  const ticking = setInterval(makeDue, 5);
  const take = async (other?: (changes: readonly SearchChange[]) => Promise<void>): Promise<void> => {
    const batch = pending.splice(0);
    if (batch.length === 0) return;
    await engine.apply(batch);
    await other?.(batch);
  };
  const rebuild = async (): Promise<void> => {
    const since = performance.now();
    const next = await engine.beginRebuild();
    for (let from = 0; from < documents.length; from += PAGE) {
      const page = documents.slice(from, from + PAGE).map(({ id }) => current.get(id) as SearchDocument);
      await next.apply(page.map((document) => ({ kind: 'upsert', document })));
      await take((changes) => next.apply(changes));
    }
    let settled = false;
    const settling = next.settle().finally(() => {
      settled = true;
    });
    while (!settled) {
      await take((changes) => next.apply(changes));
      await Promise.race([settling, sleep(APPLY_EVERY_MS)]);
    }
    await take((changes) => next.apply(changes));
    await next.publish();
    rebuildSeconds = (performance.now() - since) / 1_000;
  };

  const looking = look();
  let rebuilt = false;
  while (made < total || pending.length > 0) {
    await take();
    if (!rebuilt && made >= total / 2) {
      rebuilt = true;
      await rebuild();
    }
    await sleep(5);
  }
  clearInterval(ticking);
  await looking;
  return {
    changes: total,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    searches,
    failed,
    rebuildSeconds,
  };
}
