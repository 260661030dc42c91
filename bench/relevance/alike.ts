import type { CatalogAnime } from '../readCatalog.ts';
import { LIKE_FAME } from './judge.ts';
import { judgedText } from './judgedText.ts';
import { type Question, rankAmong } from './measure.ts';

/** Titles of several anime that differ in signs alone (`Gintama`, `Gintama.`), told apart as people write them. */
const SIGN = /[^\p{L}\p{N}\s]/u;

/**
 * As typed, with its signs, a title of one anime alone means that anime. Without signs it means the first of them, or
 * one that none of them is much better known than.
 */
export function alike(catalog: readonly CatalogAnime[]): Question[] {
  const asWritten = new Map<string, Set<CatalogAnime>>();
  const unsigned = new Map<string, { readonly title: string; readonly owners: Set<CatalogAnime> }>();
  for (const anime of catalog) {
    for (const title of anime.titles) {
      const { key, words } = judgedText(title);
      if (key === '') continue;
      asWritten.set(written(title), (asWritten.get(written(title)) ?? new Set()).add(anime));
      const like = unsigned.get(key) ?? { title: words.join(' '), owners: new Set() };
      unsigned.set(key, like);
      like.owners.add(anime);
    }
  }
  const ownersWithout = (title: string) => unsigned.get(judgedText(title).key)?.owners ?? new Set<CatalogAnime>();
  const signed = [...asWritten].filter(
    ([title, owners]) => owners.size === 1 && SIGN.test(title) && ownersWithout(title).size > 1,
  );
  const question = (kind: string, q: string, right: Iterable<CatalogAnime>): Question => ({
    ...{ kind, q, meant: q, rank: rankAmong(new Set([...right].map(({ id }) => id))) },
  });
  return [
    ...signed.map(([title, owners]) => question('signs as typed', title, owners)),
    ...[...new Set(signed.map(([title]) => judgedText(title).key))].map((key) => {
      const { title = '', owners = [] } = unsigned.get(key) ?? {};
      return question('signs dropped', title, firstOrFamous([...owners]));
    }),
  ];
}

function written(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function firstOrFamous(anime: readonly CatalogAnime[]): CatalogAnime[] {
  const earliest = Math.min(...anime.map(({ year }) => year ?? Number.POSITIVE_INFINITY));
  const most = Math.max(...anime.map(({ prominence }) => prominence));
  return anime.filter(({ year, prominence }) => year === earliest || prominence >= most - LIKE_FAME);
}
