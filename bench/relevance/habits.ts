import type { CatalogAnime } from '../readCatalog.ts';
import { integer, type Random, seededRandom, shuffled } from '../seededRandom.ts';
import { judgedText } from './judgedText.ts';
import { type Question, rankAmong } from './measure.ts';

interface HabitQuery {
  readonly q: string;
  /** Ids of the anime that are right. */
  readonly right: ReadonlySet<string>;
}

interface Habit {
  readonly kind: string;
  readonly queries: readonly HabitQuery[];
}

interface Named {
  readonly anime: CatalogAnime;
  readonly name: string;
}

const PER_KIND = 50;
/** The best known of the catalogue. */
const WELL_KNOWN = 600;
const NEEDLESS: readonly ((name: string) => string)[] = [
  (name) => `${name} anime`,
  (name) => `watch ${name}`,
  (name) => `${name} netflix`,
  (name) => `${name} episode 1`,
];
const SEASON_TWO = / (?:2|II|Season 2|2nd Season)$/;
const SPECIAL_WORDS = /\b(?:movie|season|part|ova|special|tv|ii|iii|the animation)\b/i;

/**
 * What people and their tools type around names, written by rule from a whole catalogue. The same catalogue and seed
 * give the same queries.
 */
export function habits(catalog: readonly CatalogAnime[], seed: number): Question[] {
  const owners = new Map<string, Set<string>>();
  for (const { id, titles } of catalog) {
    for (const title of titles) {
      const { key } = judgedText(title);
      owners.set(key, (owners.get(key) ?? new Set()).add(id));
    }
  }
  const rightFor = (name: string) => owners.get(judgedText(name).key) ?? new Set<string>();
  const known = [...catalog].sort((a, b) => b.prominence - a.prominence).slice(0, WELL_KNOWN);
  const named = known.flatMap((anime): Named[] => {
    const name = anime.labelledTitles.find(({ title }) => isName(title))?.title;
    return name === undefined ? [] : [{ anime, name: name.toLowerCase() }];
  });
  let kinds = 0;
  const draw = <T>(all: readonly T[]) => {
    const random = seededRandom(seed * 1000 + 500 + kinds++);
    return { random, some: shuffled(random, all).slice(0, PER_KIND) };
  };
  const about = (kind: string, all: readonly Named[], write: (name: string) => string): Habit => ({
    kind,
    queries: draw(all).some.map(({ name }) => ({ q: write(name), right: rightFor(name) })),
  });
  const seconds = secondSeasons(catalog);
  const firsts = named.filter(({ name }) => seconds.has(judgedText(name).key));
  const second = (kind: string, write: (name: string) => string): Habit => ({
    kind,
    queries: draw(firsts).some.map(({ name }) => ({
      q: write(name),
      right: seconds.get(judgedText(name).key) ?? new Set(),
    })),
  });
  const longer = catalog.flatMap((anime) => longerNames(anime, owners, known));
  const all: readonly Habit[] = [
    { kind: 'NAME movie N', queries: draw(numberedFilms(catalog)).some },
    ...['ep 2', 'episode 3', 'ep. 2', '#2', '- 02'].map((end) =>
      about(`NAME ${end}`, firsts, (name) => `${name} ${end}`),
    ),
    ...['S02E05', '2x05', 'S2E5'].map((end) => second(`NAME ${end}`, (name) => `${name} ${end}`)),
    ...NEEDLESS.map((needless) => {
      const { random, some } = draw(named.filter(({ name }) => name.replace(/[^a-z]/g, '').length >= 6));
      return {
        kind: `a slip, ${needless('NAME')}`,
        queries: some.map(({ name }) => ({ q: needless(swapped(name, random)), right: rightFor(name) })),
      };
    }),
    ...NEEDLESS.map((needless) => about(`the longer ${needless('NAME')}`, longer, needless)),
    {
      kind: 'the 80 best known, anime',
      queries: named.slice(0, 80).map(({ name }) => ({ q: `${name} anime`, right: rightFor(name) })),
    },
  ];
  return all.flatMap(({ kind, queries }) =>
    queries.map(({ q, right }) => ({ kind, q, meant: q, rank: rankAmong(right) })),
  );
}

/** A title of the work itself in Latin letters, as a name is typed. */
function isName(title: string): boolean {
  return (
    /^[A-Za-z0-9 ':!?.-]+$/.test(title) && /[A-Za-z]{4}/.test(title) && title.length <= 40 && !SPECIAL_WORDS.test(title)
  );
}

/** By the key of a name the works whose title says that they are its second season. */
function secondSeasons(catalog: readonly CatalogAnime[]): Map<string, Set<string>> {
  const seasons = new Map<string, Set<string>>();
  for (const { id, titles } of catalog) {
    for (const title of titles) {
      if (!SEASON_TWO.test(title)) continue;
      const { key } = judgedText(title.replace(SEASON_TWO, ''));
      seasons.set(key, (seasons.get(key) ?? new Set()).add(id));
    }
  }
  return seasons;
}

/** `X Movie 04: …` as `x movie 4`, which means any with that number. */
function numberedFilms(catalog: readonly CatalogAnime[]): HabitQuery[] {
  const films = new Map<string, Set<string>>();
  for (const { id, titles } of catalog) {
    const [, name, number] = /^(.+ Movie) 0(\d)\b/.exec(titles[0] ?? '') ?? [];
    if (name === undefined) continue;
    const q = `${name} ${number}`.toLowerCase();
    films.set(q, (films.get(q) ?? new Set()).add(id));
  }
  return [...films].map(([q, right]) => ({ q, right }));
}

/** Titles that continue a better known work's by a word or two. */
function longerNames(
  anime: CatalogAnime,
  owners: ReadonlyMap<string, Set<string>>,
  known: readonly CatalogAnime[],
): Named[] {
  const [title = ''] = anime.titles;
  if (!/^[A-Za-z0-9 ';:!-]+$/.test(title) || SPECIAL_WORDS.test(title) || anime.prominence < 60) return [];
  const words = title.split(' ');
  if (words.length < 3) return [];
  const isContinued = [1, 2].some((less) => {
    const shorter = owners.get(judgedText(words.slice(0, -less).join(' ')).key);
    return shorter !== undefined && known.some(({ id }) => shorter.has(id)) && !shorter.has(anime.id);
  });
  return isContinued ? [{ anime, name: title.toLowerCase() }] : [];
}

/** Two neighbouring letters inside a word change places. */
function swapped(name: string, random: Random): string {
  const places = [...name].flatMap((_, i) =>
    /^[a-z][a-z]/.test(name.slice(i)) && name[i] !== name[i + 1] && i > 0 ? [i] : [],
  );
  const at = places[integer(random, 0, places.length - 1)] ?? 0;
  return `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
}
