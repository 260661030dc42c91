import { z } from 'zod';
import type { Broadcast } from '../../model/broadcast.ts';
import { LONGEST_TITLE } from '../../model/limits.ts';
import { IN_YEARS, isInYears, lineOf, oneLineOf, webAddress } from '../../model/values.ts';
import { type AnimeStatus, WEEKDAYS } from '../../model/vocabulary.ts';
import { groupBy } from '../../reading/groupBy.ts';
import type { AnimeRecord, TitleRecord } from '../record.ts';
import { readItem } from './readItem.ts';

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
  .refine((value) => value === null || isInYears(new Date(value).toISOString()), {
    error: `must be ${IN_YEARS} in UTC`,
  })
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

/** An item of the file, or the original of several that are one record. */
interface BangumiDataItem {
  readonly value: unknown;
  /** Its number in the file, from 1. */
  readonly number: number;
}

/**
 * The records of the bangumi-data package (`items` of its data.json), of source `bangumi-data`. The key is the Bangumi
 * subject id, else the id at the first other site. Items with one key, such as a Japanese and a Chinese edition, are
 * one record: that of the original, with the titles and ids of all. The order in the file makes no difference.
 *
 * @returns the items in their order, and the converter of each, which throws ItemError for one of another shape
 */
export function bangumiDataRecords(
  now: Date,
  items: readonly unknown[],
): { readonly originals: readonly BangumiDataItem[]; readonly convert: (item: unknown) => AnimeRecord } {
  const editions = editionsOf(items);
  const originals = items
    .map((value, index) => ({ value, number: index + 1 }))
    .filter(({ value }) => (editions.get(value)?.[0]?.value ?? value) === value);
  const convert = (value: unknown): AnimeRecord => {
    const item = readItem(itemSchema, value);
    const all = editions.get(value)?.map((edition) => edition.item) ?? [item];
    const { titles, leftOut } = titlesOf(all);
    const { startDate, hoursAhead } = startOf(item);
    return {
      type: 'anime',
      source: 'bangumi-data',
      sourceId: keyOf(item),
      titles,
      format: FORMATS[item.type],
      status: statusOf(item, now.getTime()),
      startDate,
      endDate: endDateOf(item, startDate, hoursAhead),
      // Not stated: derived from the premiere where no other source states them. What earlier versions stated is taken
      // back.
      year: null,
      season: null,
      externalIds: Object.fromEntries(all.toReversed().flatMap(idsOf)),
      broadcast: broadcastOf(item),
      officialSite: webAddress.safeParse(item.officialSite).data ?? null,
      // Records have no such member: the server ignores and counts it.
      ...(leftOut.length > 0 && { titleTranslate: leftOut }),
    };
  };
  return { originals, convert };
}

/** The items with the key of each readable one, the original first: by language, then by premiere. */
function editionsOf(items: readonly unknown[]): Map<unknown, { readonly value: unknown; readonly item: Item }[]> {
  const read = items.flatMap((value) => {
    const { data: item } = itemSchema.safeParse(value);
    if (item === undefined) return [];
    return [
      { value, item, rank: `${LANGUAGES.indexOf(item.lang)} ${startOf(item).startDate ?? '9999'} ${item.title}` },
    ];
  });
  read.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  const byKey = groupBy(read, ({ item }) => keyOf(item));
  return new Map(read.map(({ value, item }) => [value, byKey.get(keyOf(item)) ?? []]));
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

function keyOf(item: Item): string {
  const [named] = idsOf(item);
  if (named !== undefined) return named[0] === 'bangumi' ? named[1] : `${named[0]}:${named[1]}`;
  const listed = item.sites?.find(({ id }) => id !== undefined && id !== '');
  return `${listed?.site ?? 'title'}:${listed?.id ?? item.title}`;
}

/**
 * The original title is official; of each translation's list the first is the usual name and the rest are further
 * names. Names that no record can hold are left out.
 */
function titlesOf(items: readonly Item[]): { readonly titles: TitleRecord[]; readonly leftOut: string[] } {
  const titles: TitleRecord[] = [];
  const leftOut: string[] = [];
  const add = (title: string, language: Language, kind: TitleRecord['kind']): void => {
    if (title === '' || titles.some((known) => known.title === title && known.language === language)) return;
    titles.push({ title, language, kind });
  };
  for (const { title, lang, titleTranslate } of items) {
    add(title, lang, 'official');
    for (const language of LANGUAGES) {
      for (const [index, name] of (titleTranslate?.[language] ?? []).entries()) {
        const line = oneLineOf(name);
        if (line === '' || TITLE.safeParse(line).success) add(line, language, index === 0 ? null : 'synonym');
        else leftOut.push(line);
      }
    }
  }
  return { titles, leftOut };
}

const TITLE = lineOf(LONGEST_TITLE);

function statusOf({ type, begin, end }: Item, now: number): AnimeStatus {
  if (begin === null) return 'unknown';
  if (begin > now) return 'announced';
  if (type === 'movie') return 'finished';
  if (end !== null) return end <= now ? 'finished' : 'airing';
  return type === 'ova' ? 'unknown' : 'airing';
}

/**
 * `begin` is an instant, and 16:00:00Z in it means an unknown time. Up to 2020 that is written on the premiere's
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
