import { z } from 'zod';
import { parseUrl } from '../../../base/parseUrl.ts';
import type { ExternalId } from '../../model/canonical.ts';
import { LONGEST_TERM, LONGEST_TITLE, MOST_RELATIONS } from '../../model/limits.ts';
import { lineOf, oneLineOf, webAddress, year } from '../../model/values.ts';
import { IDENTIFYING_SITES } from '../../model/vocabulary.ts';
import { type AnimeRecord, keyOf, LONGEST_SOURCE_ID, type RecordKey } from '../record.ts';
import { ItemError, readItem } from './readItem.ts';

/** The genres that tags of anime-offline-database mean, and the tags (lower case) that mean them. */
const TAGS_OF_GENRE = {
  Action: ['action'],
  Adventure: ['adventure'],
  'Avant Garde': ['avant garde', 'avant-garde', 'dementia'],
  'Award Winning': ['award winning'],
  'Boys Love': ['boys love', "boys' love", 'shounen ai', 'shounen-ai', 'shōnen-ai', 'yaoi'],
  Comedy: ['comedy'],
  Drama: ['drama'],
  Ecchi: ['ecchi'],
  Erotica: ['erotica'],
  Fantasy: ['fantasy'],
  'Girls Love': ['girls love', "girls' love", 'shoujo ai', 'shoujo-ai', 'shōjo-ai', 'yuri'],
  Gourmet: ['cooking', 'gourmet'],
  Hentai: ['hentai'],
  Horror: ['horror'],
  'Magical Girl': ['magical girl', 'magical girls', 'mahou shoujo'],
  Mecha: ['mecha'],
  Music: ['music'],
  Mystery: ['mystery'],
  Psychological: ['psychological'],
  Romance: ['romance'],
  'Sci-Fi': ['sci fi', 'sci-fi', 'science fiction', 'science-fiction'],
  'Slice of Life': ['daily life', 'slice of life'],
  Sports: ['sport', 'sports'],
  Supernatural: ['supernatural'],
  Suspense: ['suspense', 'thriller'],
} as const;

const GENRE_OF_TAG: ReadonlyMap<string, string> = new Map(
  Object.entries(TAGS_OF_GENRE).flatMap(([genre, tags]) => tags.map((tag) => [tag, genre])),
);

/** The genre that a tag means; undefined for the many tags that name no genre ("time skip", "asia"). */
function genreOfTag(tag: string): string | undefined {
  return GENRE_OF_TAG.get(tag.trim().toLowerCase());
}

const FORMATS = { TV: 'tv', MOVIE: 'movie', OVA: 'ova', ONA: 'ona', SPECIAL: 'special', UNKNOWN: 'unknown' } as const;
const STATUSES = { FINISHED: 'finished', ONGOING: 'airing', UPCOMING: 'announced', UNKNOWN: 'unknown' } as const;
const SEASONS = { WINTER: 'winter', SPRING: 'spring', SUMMER: 'summer', FALL: 'fall', UNDEFINED: null } as const;
const SECONDS_OF_UNIT = { SECONDS: 1, MINUTES: 60, HOURS: 3600 } as const;

const texts = z.array(z.string());
const keysOf = <Values extends Readonly<Record<string, unknown>>>(values: Values) =>
  z.enum(Object.keys(values) as [keyof Values & string], { error: `must be one of ${Object.keys(values).join(', ')}` });

const itemSchema = z.object({
  sources: texts.min(1, { error: 'must name at least one page of the anime' }),
  title: z.string(),
  type: keysOf(FORMATS),
  episodes: z.int({ error: 'must be a whole number' }).min(0),
  status: keysOf(STATUSES),
  animeSeason: z.object({ season: keysOf(SEASONS), year: year.nullish() }),
  picture: z.string().optional(),
  duration: z.object({ value: z.number(), unit: keysOf(SECONDS_OF_UNIT) }).nullish(),
  synonyms: texts,
  studios: texts.optional(),
  relatedAnime: texts.optional(),
  /** The name of relatedAnime in earlier releases. */
  relations: texts.optional(),
  tags: texts,
});
type Item = z.output<typeof itemSchema>;

const SOURCE = 'anime-offline-database';

/** Sites in the order in which a key is taken: those with the most anime first, so that a key seldom changes. */
const KEY_SITES = ['mal', 'anilist', 'anidb', 'kitsu'];

/**
 * Converts an entry of anime-offline-database (a line of its JSON Lines after the first) to a
 * record of source `anime-offline-database`. Entries carry no id of their own: the key is `site:id` of the first page
 * at mal, anilist, anidb, kitsu or, failing these, at the first site by name. Titles are without languages.
 *
 * A picture, synonym or studio that no record can hold does not cost the anime: it is passed on as the entry has it, in
 * a member that records do not have, which the server ignores and counts.
 * @throws ItemError for an entry of another shape
 */
export function convertAnimeOfflineDatabase(value: unknown): AnimeRecord {
  const item = readItem(itemSchema, value);
  const pages = pagesOf(item);
  const [key] = pages;
  if (key === undefined) throw new ItemError('sources: none is the address of a page', '/sources');
  const [title, ...others] = distinct([item.title, ...item.synonyms]);
  if (title === undefined) throw new ItemError('title: must not be blank', '/title');
  const [synonyms, strangeSynonyms] = divide(others, lineOf(LONGEST_TITLE));
  const [studios, strangeStudios] = divide(distinct(item.studios ?? []), lineOf(LONGEST_TERM));
  const [pictures, strangePictures] = divide(picturesOf(item.picture), webAddress);
  return {
    type: 'anime',
    source: SOURCE,
    sourceId: `${key.site}:${key.id}`,
    titles: [
      { title, language: null, kind: 'official' },
      ...synonyms.map((synonym) => ({ title: synonym, language: null, kind: 'synonym' as const })),
    ],
    format: FORMATS[item.type],
    status: STATUSES[item.status],
    year: item.animeSeason.year ?? null,
    season: SEASONS[item.animeSeason.season],
    episodes: item.episodes === 0 ? null : item.episodes,
    genres: [...new Set(item.tags.flatMap((tag) => genreOfTag(tag) ?? []))],
    ...(item.studios !== undefined && { studios }),
    externalIds: Object.fromEntries(pages.map(({ site, id }) => [site, id])),
    images: pictures.map((url) => ({ url })),
    ...relationsOf(item.relatedAnime ?? item.relations),
    durationMinutes: minutesOf(item.duration),
    ...(strangeSynonyms.length > 0 && { synonyms: strangeSynonyms }),
    ...(strangeStudios.length > 0 && { leftOutStudios: strangeStudios }),
    ...(strangePictures.length > 0 && { picture: item.picture }),
  };
}

/** One page a site, the first that is listed, in the order of KEY_SITES and then by name. */
function pagesOf(item: Item): ExternalId[] {
  const pages = new Map<string, ExternalId>();
  for (const source of item.sources) {
    const page = siteOfUrl(source);
    if (page !== null && isId(page.id) && !pages.has(page.site)) pages.set(page.site, page);
  }
  return [...pages.values()].sort((a, b) => rank(a.site) - rank(b.site) || (a.site < b.site ? -1 : 1));
}

function isId(text: string): boolean {
  return lineOf(LONGEST_SOURCE_ID).safeParse(text).success;
}

function rank(site: string): number {
  const place = KEY_SITES.indexOf(site);
  return place === -1 ? KEY_SITES.length : place;
}

/** The texts that fit, and the others. */
function divide(texts: readonly string[], rule: z.ZodType): readonly [fitting: string[], others: string[]] {
  const fits = (text: string) => rule.safeParse(text).success;
  return [texts.filter(fits), texts.filter((text) => !fits(text))];
}

/**
 * The data names pages of related anime and no types. A page at an identifying site names the anime; another one is the
 * key of an entry that is listed at no such site.
 */
function relationsOf(pages: readonly string[] | undefined): Pick<AnimeRecord, 'relations'> {
  if (pages === undefined) return {};
  const keys = new Map<string, RecordKey>();
  for (const page of pages.flatMap((address) => siteOfUrl(address) ?? [])) {
    const key = keyOfPage(page);
    if (isId(key.sourceId)) keys.set(keyOf(key), key);
  }
  const related = [...keys.values()].slice(0, MOST_RELATIONS.stated);
  return { relations: related.map((anime) => ({ type: 'other', anime })) };
}

function keyOfPage({ site, id }: ExternalId): RecordKey {
  return IDENTIFYING_SITES.has(site) ? { source: site, sourceId: id } : { source: SOURCE, sourceId: `${site}:${id}` };
}

/** The placeholder picture means no picture. */
function picturesOf(picture: string | undefined): string[] {
  return picture === undefined || picture === '' || picture.endsWith('/no_pic.png') ? [] : [picture];
}

/** Whole minutes, at least one: shorts of 30 seconds exist. */
function minutesOf(duration: Item['duration']): number | null {
  if (duration == null || duration.value <= 0) return null;
  return Math.max(1, Math.round((duration.value * SECONDS_OF_UNIT[duration.unit]) / 60));
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => oneLineOf(name).replace(/\s+/g, ' ')).filter((name) => name !== ''))];
}

/** Where the id is in the addresses of the sites that anime-offline-database links to. */
const SITES: Readonly<Record<string, { readonly site: string; readonly id: RegExp }>> = {
  'anidb.net': { site: 'anidb', id: /^\/anime\/(\d+)$/ },
  'anilist.co': { site: 'anilist', id: /^\/anime\/(\d+)$/ },
  'anime-planet.com': { site: 'anime-planet', id: /^\/anime\/([^/]+)$/ },
  'animecountdown.com': { site: 'animecountdown', id: /^\/(\d+)$/ },
  'animenewsnetwork.com': { site: 'animenewsnetwork', id: /^\/encyclopedia\/anime\.php\?id=(\d+)$/ },
  'anisearch.com': { site: 'anisearch', id: /^\/anime\/(\d+)$/ },
  'bgm.tv': { site: 'bangumi', id: /^\/subject\/(\d+)$/ },
  'kitsu.app': { site: 'kitsu', id: /^\/anime\/(\d+)$/ },
  'kitsu.io': { site: 'kitsu', id: /^\/anime\/(\d+)$/ },
  'livechart.me': { site: 'livechart', id: /^\/anime\/(\d+)$/ },
  'myanimelist.net': { site: 'mal', id: /^\/anime\/(\d+)$/ },
  'notify.moe': { site: 'notify', id: /^\/anime\/([^/]+)$/ },
  'simkl.com': { site: 'simkl', id: /^\/anime\/(\d+)$/ },
};

/**
 * The site and id of an anime's address; at an unknown site they are its host and path. Null for what is
 * no address.
 */
function siteOfUrl(address: string): ExternalId | null {
  const url = parseUrl(address);
  if (url === null) return null;
  const host = url.hostname.toLowerCase().replace(/^www\./, '');
  const path = url.pathname + url.search;
  const known = SITES[host];
  const id = known?.id.exec(path)?.[1];
  if (known !== undefined && id !== undefined) return { site: known.site, id };
  const rest = path.replace(/^\/+|\/+$/g, '');
  return host === '' || rest === '' ? null : { site: host, id: rest };
}
