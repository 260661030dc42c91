import type { CatalogAnime } from '../readCatalog.ts';
import { relevanceQueries } from '../relevance/queries.ts';
import { integer, pick, seededRandom } from '../seededRandom.ts';

export interface TimedKind {
  readonly name: string;
  readonly queries: readonly string[];
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const SINGLE_SIGNS = [...LETTERS, ...'0123456789', ...'のアン人大学の第'];

/** The kinds of the relevance suite, and what is costly or hopeless. */
export function timedQueries(catalog: readonly CatalogAnime[], perKind: number, seed: number): TimedKind[] {
  const random = seededRandom(seed);
  const many = (write: () => string) => Array.from({ length: perKind }, write);
  const letters = (count: number) => Array.from({ length: count }, () => pick(random, LETTERS)).join('');
  const titleOf = (language: string) => {
    for (;;) {
      const found = pick(random, catalog).labelledTitles.find((title) => title.language === language);
      if (found !== undefined) return found.title;
    }
  };
  const long = (language: string) => () =>
    [...Array.from({ length: 40 }, () => titleOf(language)).join(' ')].slice(0, 200).join('');
  const kinds = new Map<string, string[]>();
  for (const { kind, q } of relevanceQueries(catalog, perKind, seed)) {
    kinds.set(kind.name, [...(kinds.get(kind.name) ?? []), q]);
  }
  return [
    ...[...kinds].map(([name, queries]) => ({ name, queries })),
    { name: 'one letter', queries: many(() => pick(random, SINGLE_SIGNS)) },
    { name: 'two letters', queries: many(() => letters(2)) },
    { name: 'nothing like it', queries: many(() => letters(integer(random, 4, 30))) },
    { name: '200 characters, Latin', queries: many(long('ja-Latn')) },
    { name: '200 characters, Japanese', queries: many(long('ja')) },
  ];
}
