import { deepStrictEqual } from 'node:assert';
import { seededRandom, shuffled } from '../seededRandom.ts';
import type { LoadRequest } from './loadClient.ts';

/** What is asked, by row: a list of 25 from anywhere, one anime, its episodes, the releases of a week. */
interface Target {
  readonly id: string;
  readonly startDate: string | null;
  /** The program's own, for the list from this anime on. */
  readonly cursor: string;
}

interface Row {
  readonly name: string;
  /** Least rate beside the hand-written server's where answers are held; `NOT_HELD_GOAL` where they are not. */
  readonly goal: number;
  readonly path: (target: Target) => string;
  /** Asked again with the entity tag of the answer before. */
  readonly isConditional?: boolean;
}

const listPath = ({ cursor }: Target) => `/v1/anime?limit=25&after=${cursor}`;
const onePath = ({ id }: Target) => `/v1/anime/${id}`;
const WEEK = 7 * 86_400_000;

export const ROWS: readonly Row[] = [
  { name: 'list', goal: 1.8, path: listPath },
  { name: 'one', goal: 1.4, path: onePath },
  { name: 'episodes', goal: 1.4, path: ({ id }) => `/v1/anime/${id}/episodes` },
  { name: 'releases', goal: 1.2, path: ({ startDate }) => `/v1/episodes/releases?${weekFrom(startDate)}` },
  { name: 'list 304', goal: 1.6, path: listPath, isConditional: true },
  { name: 'one 304', goal: 1.6, path: onePath, isConditional: true },
];
export const NOT_HELD_GOAL = 0.4;

/** How many different requests rotate, where the catalogue has as many anime. */
const ROTATION = 2_000;
/** How many requests are compared. */
const COMPARED = 50;

/** Where answers come from: a server, and the credential that it is asked with. */
export interface Asked {
  readonly origin: string;
  readonly authorization: string;
}

interface Page {
  readonly items: readonly { readonly id: string; readonly startDate: string | null }[];
  readonly page: { readonly nextCursor: string | null };
}

/** Anime spread over the program's whole catalogue, in an order that is no row's. */
export async function findTargets(program: Asked, anime: number): Promise<Target[]> {
  const stride = Math.min(100, Math.ceil(anime / ROTATION));
  const targets: Target[] = [];
  for (let path = `/v1/anime?limit=${stride}`; targets.length < ROTATION; ) {
    const { items, page } = (await ask(program, path)) as Page;
    const last = items.at(-1);
    if (page.nextCursor === null || last === undefined) break;
    targets.push({ ...last, cursor: page.nextCursor });
    path = `/v1/anime?limit=${stride}&after=${page.nextCursor}`;
  }
  return shuffled(seededRandom(1), targets);
}

/** The same targets as the hand-written server is asked for them: its cursor is the id. */
export function handwrittenTargets(targets: readonly Target[]): Target[] {
  return targets.map((target) => ({ ...target, cursor: target.id }));
}

/**
 * The requests of a row. Each was answered once, so that what a server holds is held before it is measured.
 * @throws when a conditional request is not answered 304
 */
export async function requestsOf(row: Row, server: Asked, targets: readonly Target[]): Promise<LoadRequest[]> {
  const { origin, authorization } = server;
  const requests: LoadRequest[] = [];
  for (const path of targets.map(row.path)) {
    const response = await fetch(origin + path, { headers: { authorization } });
    await response.arrayBuffer();
    const entityTag = response.headers.get('etag') ?? '';
    requests.push({ path, authorization, ...(row.isConditional && { entityTag }) });
  }
  for (const { path, entityTag } of requests.slice(0, COMPARED)) {
    if (entityTag === undefined) break;
    // Left alone, fetch adds no-cache, which Express heeds.
    const headers = { authorization, 'if-none-match': entityTag, 'cache-control': 'max-age=0' };
    const { status } = await fetch(origin + path, { headers });
    if (status !== 304) throw new Error(`${origin}${path} was answered ${status} on a repeat read`);
  }
  return requests;
}

/** @throws AssertionError when the servers do not answer the same, cursors aside */
export async function assertSameAnswers(
  row: Row,
  servers: readonly { readonly server: Asked; readonly targets: readonly Target[] }[],
): Promise<void> {
  for (let at = 0; at < COMPARED; at += 1) {
    const answers = await Promise.all(
      servers.map(async ({ server, targets }) => {
        const body = await ask(server, row.path(targets[at % targets.length] as Target));
        return 'page' in body ? { items: body.items, more: body.page.nextCursor !== null } : body;
      }),
    );
    for (const answer of answers.slice(1)) deepStrictEqual(answer, answers[0]);
  }
}

function weekFrom(startDate: string | null): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(startDate ?? '') ? Date.parse(startDate ?? '') : Date.UTC(2015, 3, 6);
  return `from=${new Date(day).toISOString()}&to=${new Date(day + WEEK).toISOString()}`;
}

async function ask({ origin, authorization }: Asked, path: string): Promise<Page | object> {
  const response = await fetch(origin + path, { headers: { authorization } });
  if (!response.ok) throw new Error(`${origin}${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Page | object;
}
