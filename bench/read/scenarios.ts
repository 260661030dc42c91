import { deepStrictEqual } from 'node:assert';
import type { LoadRequest } from './loadClient.ts';
import type { BenchServer } from './startServer.ts';

export const SCENARIOS = [
  'list',
  'fields',
  'nextEpisode',
  'one',
  'episodes',
  'releases',
  'externalId',
  '100 ids',
  'changes',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** How many different requests rotate. */
const ROTATION = 2000;
/** Pages of 20, so that 40,000 anime give 2,000 cursors; the benchmark then asks for 25 after each. */
const STRIDE = 20;

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly page: { readonly nextCursor: string | null };
}

/** What each server is asked, by scenario; the list's cursors are every server's own for the same places. */
export async function rotations(
  catalog: BenchServer,
): Promise<Record<'catalog' | 'handwritten', Record<Scenario, LoadRequest[]>>> {
  const cursors: string[] = [];
  const ids: string[] = [];
  for (let after = ''; cursors.length < ROTATION - 1; ) {
    const { items, page } = await getJson<Page>(`${catalog.origin}/v1/anime?limit=${STRIDE}${after}`);
    if (page.nextCursor === null) break;
    cursors.push(page.nextCursor);
    ids.push(items.at(-1)?.id ?? '');
    after = `&after=${page.nextCursor}`;
  }
  const spread = shuffled(cursors.length);
  const list = (afters: readonly string[]) => spread.map((at) => ({ path: `/v1/anime?limit=25&after=${afters[at]}` }));
  const fields = (afters: readonly string[]) =>
    list(afters).map(({ path }) => ({ path: `${path}&fields=id,title,images` }));
  const nextEpisode = (afters: readonly string[]) =>
    list(afters).map(({ path }) => ({ path: `${path}&include=nextEpisode` }));
  const listed = (afters: readonly string[]) => ({
    list: list(afters),
    fields: fields(afters),
    nextEpisode: nextEpisode(afters),
  });
  const one = spread.map((at) => ({ path: `/v1/anime/${ids[at]}` }));
  const episodes = spread.map((at) => ({ path: `/v1/anime/${ids[at]}/episodes` }));
  const releases = spread.map((at) => ({ path: `/v1/episodes/releases?${weekOf(at)}` }));
  const changes = spread.map((at) => ({ path: `/v1/anime?${since(at)}` }));
  const both = { one, episodes, releases, ...lookups(spread, ids), changes };
  const after = (id: string) => Buffer.from(JSON.stringify(id)).toString('base64url');
  return {
    catalog: { ...both, ...listed(cursors) },
    handwritten: { ...both, ...listed(ids.map(after)) },
  };
}

/** Look up one id, and a hundred that lie apart. */
function lookups(spread: readonly number[], ids: readonly string[]) {
  const hundred = (at: number) => Array.from({ length: 100 }, (_, n) => ids[(at + n * 17) % ids.length]).join();
  return {
    externalId: spread.map((at) => ({ path: `/v1/anime?externalId=mal:${1 + at * STRIDE}` })),
    '100 ids': spread.map((at) => ({ path: `/v1/anime?ids=${hundred(at)}` })),
  };
}

/** An instant of the dataset's changes, each followed by more than a page. */
function since(at: number): string {
  return `updatedSince=${new Date(Date.UTC(2025, 0, 1) + at * 50_000).toISOString()}`;
}

/** A week of the years in which the dataset's episodes came out, another for each number. */
function weekOf(at: number): string {
  const day = 86_400_000;
  const from = Date.UTC(1990, 1, 1) + at * 6 * day;
  return `from=${new Date(from).toISOString()}&to=${new Date(from + 7 * day).toISOString()}`;
}

/** The same requests as repeat reads: each with the entity tag of its first answer. @throws when it is not answered 304 */
export async function repeats(catalog: BenchServer, requests: readonly LoadRequest[]): Promise<LoadRequest[]> {
  const conditional: LoadRequest[] = [];
  for (const { path } of requests) {
    const response = await fetch(catalog.origin + path);
    await response.arrayBuffer();
    conditional.push({ path, entityTag: response.headers.get('etag') ?? '' });
  }
  for (const { path, entityTag = '' } of conditional.slice(0, 20)) {
    const { status } = await fetch(catalog.origin + path, { headers: { 'if-none-match': entityTag } });
    if (status !== 304) throw new Error(`${path} was answered ${status} on a repeat read`);
  }
  return conditional;
}

/** @throws AssertionError when two servers do not answer the same, cursors aside */
export async function assertSameAnswers(
  servers: readonly { readonly server: BenchServer; readonly requests: readonly LoadRequest[] }[],
): Promise<void> {
  for (let at = 0; at < 50; at += 1) {
    const answers = await Promise.all(
      servers.map(async ({ server, requests }) => {
        const body = await getJson<Page>(server.origin + requests[at]?.path);
        return 'items' in body ? { items: body.items, more: body.page.nextCursor !== null } : body;
      }),
    );
    for (const answer of answers.slice(1)) deepStrictEqual(answer, answers[0]);
  }
}

async function getJson<Body>(url: string): Promise<Body> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/** The numbers below `count` in an order that is the same in every run. */
export function shuffled(count: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  let state = 1;
  for (let at = count - 1; at > 0; at -= 1) {
    state = (state * 48_271) % 0x7fffffff;
    const other = state % (at + 1);
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order;
}
