import type { SearchEngine } from '../../src/graph/search/port.ts';
import type { CatalogAnime } from '../readCatalog.ts';
import { LIKE_FAME } from './judge.ts';
import type { JudgedFigures } from './judged/measureJudged.ts';
import { judgedText } from './judgedText.ts';

/** Titles of several anime that differ in signs alone (`Gintama`, `Gintama.`), told apart as people write them. */
const SIGN = /[^\p{L}\p{N}\s]/u;
const LOOKED_AT = 5;

/**
 * As typed, with its signs, a title of one anime alone means that anime. Without signs it means the first of them, or
 * one that none of them is much better known than.
 */
export async function measureAlike(engine: SearchEngine, catalog: readonly CatalogAnime[]): Promise<JudgedFigures[]> {
  const asWritten = new Map<string, Set<CatalogAnime>>();
  const alike = new Map<string, { readonly title: string; readonly owners: Set<CatalogAnime> }>();
  for (const anime of catalog) {
    for (const title of anime.titles) {
      const { key, words } = judgedText(title);
      if (key === '') continue;
      const same = asWritten.get(written(title)) ?? new Set();
      asWritten.set(written(title), same.add(anime));
      const like = alike.get(key) ?? { title: words.join(' '), owners: new Set() };
      alike.set(key, like);
      like.owners.add(anime);
    }
  }
  const signed = [...asWritten].filter(
    ([title, owners]) =>
      owners.size === 1 && SIGN.test(title) && (alike.get(judgedText(title).key)?.owners.size ?? 0) > 1,
  );
  const unsigned = new Set(signed.map(([title]) => judgedText(title).key));
  return [
    await figures(engine, 'signs as typed', signed),
    await figures(
      engine,
      'signs dropped',
      [...unsigned].map((key) => {
        const { title, owners } = alike.get(key) as { title: string; owners: Set<CatalogAnime> };
        return [title, firstOrFamous([...owners])];
      }),
    ),
  ];
}

function written(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function firstOrFamous(anime: readonly CatalogAnime[]): Set<CatalogAnime> {
  const earliest = Math.min(...anime.map(({ year }) => year ?? Number.POSITIVE_INFINITY));
  const most = Math.max(...anime.map(({ prominence }) => prominence));
  return new Set(anime.filter(({ year, prominence }) => year === earliest || prominence >= most - LIKE_FAME));
}

async function figures(
  engine: SearchEngine,
  kind: string,
  queries: readonly (readonly [string, ReadonlySet<CatalogAnime>])[],
): Promise<JudgedFigures> {
  let [first, among] = [0, 0];
  for (const [q, right] of queries) {
    const { hits } = await engine.search({ q, filters: {}, limit: LOOKED_AT });
    const ids = new Set([...right].map(({ id }) => id));
    if (ids.has(hits[0]?.id ?? '')) first++;
    if (hits.some(({ id }) => ids.has(id))) among++;
  }
  return { kind, queries: queries.length, hitAt1: first / queries.length, hitAt5: among / queries.length };
}
