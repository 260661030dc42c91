import { z } from 'zod';
import type { Broadcast } from '../../model/broadcast.ts';
import { oneLineOf, webAddress } from '../../model/values.ts';
import { type AnimeStatus, WEEKDAYS } from '../../model/vocabulary.ts';
import type { AnimeRecord, TitleRecord } from '../record.ts';
import { ItemError, readItem } from './readItem.ts';

const LANGUAGES = ['ja', 'en', 'zh-Hans', 'zh-Hant'] as const;
type Language = (typeof LANGUAGES)[number];

const FORMATS = { tv: 'tv', web: 'ona', movie: 'movie', ova: 'ova' } as const;

/** Sites whose ids name the anime, in the order in which a key is taken. The rest are broadcasters and downloads. */
const SITES = { bangumi: 'bangumi', mal: 'mal', aniList: 'anilist', anidb: 'anidb', tmdb: 'tmdb' } as const;

/** Hours ahead of UTC where the original is broadcast: a premiere's date is the date there. */
const HOURS_AHEAD: Record<Language, number> = { ja: 9, 'zh-Hans': 8, 'zh-Hant': 8, en: 0 };

/** The time zones of these countries. */
const TIME_ZONES: Record<Language, string> = {
  ja: 'Asia/Tokyo',
  'zh-Hans': 'Asia/Shanghai',
  'zh-Hant': 'Asia/Taipei',
  en: 'UTC',
};

/** The time of an instant whose time is not known. */
const UNKNOWN_TIME = 'T16:00:00.000Z';

const time = z
  .union(
    [z.literal('').transform(() => null), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))],
    {
      error: 'must be an ISO 8601 time or an empty string',
    },
  )
  .nullish()
  .transform((value) => value ?? null);

const names = z.array(z.string()).optional();

const itemSchema = z.object({
  title: z
    .string()
    .transform(oneLineOf)
    .refine((title) => title !== '', { error: 'must not be blank' }),
  titleTranslate: z.object({ ja: names, en: names, 'zh-Hans': names, 'zh-Hant': names }).optional(),
  type: z.enum(['tv', 'web', 'movie', 'ova'], { error: 'must be one of tv, web, movie, ova' }),
  lang: z.enum(LANGUAGES, { error: `must be one of ${LANGUAGES.join(', ')}` }),
  begin: time,
  end: time,
  broadcast: z.string().optional(),
  officialSite: z.string().optional(),
  sites: z.array(z.object({ site: z.string(), id: z.string().optional() })).optional(),
});
type Item = z.output<typeof itemSchema>;

/**
 * Converts the items of the bangumi-data package (`items` of its data.json) to records of source `bangumi-data`.
 *
 * The key is the Bangumi subject id, else the id at the first other site. Where the data lists a subject twice (a
 * Japanese and a Chinese edition) the original's comes first, then the earlier one's; the other's key says which it is,
 * but it claims the same ids, so that a reviewer decides. The order in the file makes no difference.
 *
 * @param items the whole file
 * @throws ItemError from the converter, for an item of another shape
 */
export function bangumiDataConverter(now: Date, items: readonly unknown[]): (item: unknown) => AnimeRecord {
  const keys = assignKeys(items);
  return (value) => {
    const item = readItem(itemSchema, value);
    const { startDate, hoursAhead } = startOf(item);
    const sourceId = keys.get(value);
    if (sourceId === undefined)
      throw new ItemError(`the file lists "${item.title}" of ${startDate} more than once`, null);
    return {
      type: 'anime',
      source: 'bangumi-data',
      sourceId,
      titles: titlesOf(item),
      format: FORMATS[item.type],
      status: statusOf(item, now.getTime()),
      startDate,
      endDate: endDateOf(item, startDate, hoursAhead),
      // Not stated: derived from the premiere where no other source states them. What earlier versions stated is taken
      // back.
      year: null,
      season: null,
      externalIds: Object.fromEntries(idsOf(item)),
      broadcast: broadcastOf(item),
      officialSite: webAddress.safeParse(item.officialSite).data ?? null,
    };
  };
}

/** The key of each item that has one; two that are alike in everything that a key can be made of get one. */
function assignKeys(items: readonly unknown[]): Map<unknown, string> {
  const read = items.flatMap((value) => {
    const { data } = itemSchema.safeParse(value);
    if (data === undefined) return [];
    const { startDate } = startOf(data);
    const rank = `${LANGUAGES.indexOf(data.lang)} ${startDate ?? '9999'} ${data.title}`;
    return [{ value, rank, keys: keysOf(data, startDate) }];
  });
  read.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  const taken = new Set<string>();
  const assigned = new Map<unknown, string>();
  for (const { value, keys } of read) {
    const key = keys.find((it) => !taken.has(it));
    if (key === undefined) continue;
    taken.add(key);
    assigned.set(value, key);
  }
  return assigned;
}

function startOf({ begin, lang }: Item): { readonly startDate: string | null; readonly hoursAhead: number } {
  const hoursAhead = begin === null ? 0 : hoursAheadOf(begin, lang);
  return { hoursAhead, startDate: begin === null ? null : dateAt(begin, hoursAhead) };
}

function idsOf(item: Item): [site: string, id: string][] {
  return Object.entries(SITES).flatMap(([name, site]) => {
    const id = item.sites?.find((entry) => entry.site === name)?.id;
    return id === undefined || id === '' ? [] : [[site, id]];
  });
}

/** From the shortest on; the first that no other item has taken is the key. */
function keysOf(item: Item, startDate: string | null): string[] {
  const [named] = idsOf(item);
  const listed = item.sites?.find(({ id }) => id !== undefined && id !== '');
  const key =
    named === undefined
      ? `${listed?.site ?? 'title'}:${listed?.id ?? item.title}`
      : named[0] === 'bangumi'
        ? named[1]
        : `${named[0]}:${named[1]}`;
  return [key, `${key}/${item.lang}`, `${key}/${startDate}`, `${key}/${startDate}/${item.title}`];
}

/**
 * The original title is official; of each translation's list the first is the usual name and the rest are further
 * names.
 */
function titlesOf(item: Item): TitleRecord[] {
  const titles: TitleRecord[] = [{ title: item.title, language: item.lang, kind: 'official' }];
  for (const language of LANGUAGES) {
    for (const [index, name] of (item.titleTranslate?.[language] ?? []).entries()) {
      const title = oneLineOf(name);
      if (title === '' || titles.some((known) => known.title === title && known.language === language)) continue;
      titles.push({ title, language, kind: index === 0 ? null : 'synonym' });
    }
  }
  return titles;
}

function statusOf({ type, begin, end }: Item, now: number): AnimeStatus {
  if (begin === null) return 'unknown';
  if (begin > now) return 'announced';
  if (type === 'movie') return 'finished';
  if (end !== null) return end <= now ? 'finished' : 'airing';
  return type === 'ova' ? 'unknown' : 'airing';
}

/**
 * `begin` is an instant, and 16:00:00Z in it stands for an unknown time. Up to 2020 that is written on the premiere's
 * own date, from 2021 it means midnight in China, so that the date is the next one (shown by the weekdays on which
 * Japanese cinemas open). Every other time is real; a late-night broadcast belongs to the calendar date in its country.
 */
function hoursAheadOf(begin: number, language: Language): number {
  const text = new Date(begin).toISOString();
  return text.endsWith(UNKNOWN_TIME) && text < '2021' ? 0 : HOURS_AHEAD[language];
}

/** `end` means nothing for a film; for an OVA it is the last release, for a broadcast the end of its last slot. */
function endDateOf({ type, end }: Item, startDate: string | null, hoursAhead: number): string | null {
  if (type === 'movie') return startDate;
  if (end === null) return null;
  const date = dateAt(type === 'ova' ? end : end - 1, hoursAhead);
  return startDate !== null && date < startDate ? startDate : date;
}

/**
 * The slot of a weekly broadcast, from its first instant, in the time zone of the original's country. 16:00:00Z stands
 * for an unknown time here too. Other rules (once, daily, monthly) have no weekday.
 */
function broadcastOf({ broadcast, lang }: Item): Broadcast | null {
  const [, first, period] = (broadcast ?? '').split('/');
  const start = z.iso.datetime({ offset: true }).safeParse(first);
  if (period !== 'P7D' || !start.success) return null;
  const instant = Date.parse(start.data);
  const local = new Date(instant + hoursAheadOf(instant, lang) * 3_600_000).toISOString();
  const weekday = WEEKDAYS[(new Date(local).getUTCDay() + 6) % 7] ?? 'monday';
  const isTimeKnown = !new Date(instant).toISOString().endsWith(UNKNOWN_TIME);
  return { weekday, time: isTimeKnown ? local.slice(11, 16) : null, timezone: TIME_ZONES[lang] };
}

function dateAt(instant: number, hoursAhead: number): string {
  return new Date(instant + hoursAhead * 3_600_000).toISOString().slice(0, 10);
}
