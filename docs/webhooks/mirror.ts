/**
 * Keeps a mirror of the catalogue in a file, as README.md says. A real one keeps a database: this one writes the whole
 * file with every page.
 *
 *     npx tsx docs/webhooks/mirror.ts http://localhost:3000 mirror.json
 *
 * CATALOG_KEY is an API key with anime.read, for its quota.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';

interface Resource {
  readonly id: string;
  readonly revision: number;
}

/** As a dump has it: a relation names the other anime by its id. */
interface DumpedAnime extends Resource {
  readonly title: string;
  readonly format: string;
  readonly relations: readonly { readonly type: string; readonly anime: { readonly sourceId: string } }[];
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly page: { readonly nextCursor: string | null; readonly position: number };
}

interface LoggedEvent {
  readonly position: number;
  readonly event: { readonly id: string; readonly kind: string; readonly data: Resource };
  readonly ended: readonly string[];
}

interface Mirror {
  /** Where to go on in the log. */
  position: number;
  /** The event taken last, by which a log that was restored is known. */
  last: { readonly position: number; readonly id: string } | null;
  /** Whether the lists were read to their ends. */
  isListed: boolean;
  readonly anime: Record<string, Resource>;
  readonly episodes: Record<string, Resource>;
}

const [origin = 'http://localhost:3000', file = 'mirror.json'] = process.argv.slice(2);
const { CATALOG_KEY: key } = process.env;
/** The log is another one, or what follows the position was removed. */
const BEGIN_AGAIN = [409, 410];
const NOT_FOUND = 404;

let mirror: Mirror | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
for (;;) {
  try {
    if (mirror === null || (await isRestored(mirror))) mirror = await begin();
    if (!mirror.isListed) await readLists(mirror);
    await follow(mirror);
    mirror = null;
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}; again in a second\n`);
    await sleep(1_000);
  }
}

/** With the newest dump. Where the service makes none, with the lists. */
async function begin(): Promise<Mirror> {
  const answer = await get('/v1/dump');
  const begun = answer.status === NOT_FOUND ? await beginLists() : await readDump(answer);
  save(begun);
  return begun;
}

/** A dump's records as GET serves them: genres and studios come first, then anime, then episodes. */
async function readDump({ body }: Response): Promise<Mirror> {
  const read: Mirror = { position: 0, last: null, isListed: true, anime: {}, episodes: {} };
  const terms = new Map<string, object>();
  const termsOf = (type: string, names: string[]) => names.map((name) => terms.get(`${type} ${name}`));
  const input = Readable.fromWeb(body as ReadableStream<Uint8Array>).pipe(createGunzip());
  for await (const line of createInterface({ input })) {
    const {
      type,
      source: _,
      sourceId: id,
      titles,
      principalTitles,
      genres,
      studios,
      endedIds: __,
      ...rest
    } = JSON.parse(line);
    const [{ title = null, language: titleLanguage = null } = {}, ...alternativeTitles] = titles ?? [];
    if (type === 'dump') read.position = rest.position;
    else if (type === 'anime') {
      const named = { genres: termsOf('genre', genres), studios: termsOf('studio', studios) };
      read.anime[id] = { ...rest, ...named, id, title, titleLanguage, alternativeTitles, titles: principalTitles };
    } else if (type === 'episode') {
      read.episodes[id] = { ...rest, id, anime: reference(read, rest.anime.sourceId), title, alternativeTitles };
    } else {
      terms.set(`${type} ${rest.recordName ?? rest.name}`, { slug: rest.slug, name: rest.name });
    }
  }
  for (const anime of Object.values(read.anime) as DumpedAnime[]) {
    const relations = anime.relations.map(({ type, anime }) => ({ type, anime: reference(read, anime.sourceId) }));
    Object.assign(anime, { relations });
  }
  return read;
}

/** An anime as others refer to it. */
function reference({ anime }: Mirror, animeId: string) {
  const { id, title, format } = anime[animeId] as DumpedAnime;
  return { id, title, format };
}

/** The position first: what is published while the lists are read comes again. */
async function beginLists(): Promise<Mirror> {
  const { page } = await read<LoggedEvent>('/v1/events?limit=0');
  return { position: page.position, last: null, isListed: false, anime: {}, episodes: {} };
}

async function readLists(into: Mirror): Promise<void> {
  for await (const anime of list('/v1/anime')) {
    put(into.anime, anime);
    for await (const episode of list(`/v1/anime/${anime.id}/episodes`)) put(into.episodes, episode);
  }
  into.isListed = true;
  save(into);
}

async function* list(path: string): AsyncGenerator<Resource> {
  for (let after = ''; ; ) {
    const { items, page } = await read<Resource>(`${path}?limit=100${after}`);
    yield* items;
    if (page.nextCursor === null) return;
    after = `&after=${page.nextCursor}`;
  }
}

/** Whether another event stands where the last one was taken, or none. */
async function isRestored({ last }: Mirror): Promise<boolean> {
  if (last === null) return false;
  const answer = await get(`/v1/events?after=${last.position - 1}&limit=1`, { 'cache-control': 'no-cache' });
  if (BEGIN_AGAIN.includes(answer.status)) return true;
  const { items } = (await answer.json()) as Page<LoggedEvent>;
  return items[0]?.event.id !== last.id;
}

/** Takes what is published, for ever; returns where it is to be begun again. */
async function follow(to: Mirror): Promise<void> {
  for (let tag = ''; ; ) {
    const target = `/v1/events?after=${to.position}&limit=100&wait=30`;
    const began = Date.now();
    const answer = await get(target, tag === '' ? {} : { 'if-none-match': tag });
    if (BEGIN_AGAIN.includes(answer.status)) return;
    const { items, page } =
      answer.status === 304
        ? { items: [], page: { position: to.position } }
        : ((await answer.json()) as Page<LoggedEvent>);
    for (const item of items) take(to, item);
    const isSame = page.position === to.position;
    tag = isSame ? (answer.headers.get('etag') ?? '') : '';
    to.position = page.position;
    if (!isSame) save(to);
    else if (Date.now() - began < 1_000) await sleep(1_000);
  }
}

function take(to: Mirror, { position, event, ended }: LoggedEvent): void {
  for (const id of ended) {
    delete to.anime[id];
    delete to.episodes[id];
  }
  put(event.kind.startsWith('anime.') ? to.anime : to.episodes, event.data);
  to.last = { position, id: event.id };
}

function put(resources: Record<string, Resource>, resource: Resource): void {
  const { revision = 0 } = resources[resource.id] ?? {};
  if (resource.revision > revision) resources[resource.id] = resource;
}

/** All of it or nothing, with its position. */
function save(state: Mirror): void {
  const draft = openSync(`${file}.new`, 'w');
  writeFileSync(draft, JSON.stringify(state));
  fsyncSync(draft);
  closeSync(draft);
  renameSync(`${file}.new`, file);
  process.stdout.write(`at ${state.position}\n`);
}

async function read<Item>(target: string): Promise<Page<Item>> {
  return (await (await get(target)).json()) as Page<Item>;
}

/** Follows redirects: a merged anime leads to its survivor. @throws unless it is 2xx, 304, 404, 409 or 410 */
async function get(target: string, further: Record<string, string> = {}): Promise<Response> {
  const headers = { ...(key && { authorization: `Bearer ${key}` }), ...further };
  const answer = await fetch(origin + target, { headers });
  if (answer.ok || [304, NOT_FOUND, ...BEGIN_AGAIN].includes(answer.status)) return answer;
  if (answer.status === 429) await sleep(Number(answer.headers.get('retry-after')) * 1_000);
  throw new Error(`${target} answered ${answer.status}`);
}
