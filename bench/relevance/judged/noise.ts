import type { SearchEngine, SearchHit } from '../../../src/graph/search/port.ts';
import { type JudgedText, judgedText } from '../judgedText.ts';
import { type Question, rankAmong } from '../measure.ts';
import type { JudgedQuery } from './readJudgedQueries.ts';

/** What people type around a name. */
const NOISES: readonly ((name: string) => string)[] = [
  (name) => `${name} anime`,
  (name) => `${name} netflix`,
  (name) => `${name} ep 1`,
  (name) => `watch ${name}`,
  (name) => `the ${name}`,
  (name) => `${name} dub`,
];

/** Kinds of names alone. */
const NAMES: ReadonlySet<string> = new Set(['franchise', 'English name', 'romaji', 'name', 'nickname', 'shortened']);

export interface Noise {
  /** Names that the data holds and that are found first without the words. */
  readonly held: readonly Question[];
  /** Names of which no title has all words, and how many find another work first without a sign. */
  readonly unheld: { readonly queries: number; readonly empty: number; readonly wrong: readonly string[] };
}

/** Names with needless words. The figures are of the same names as before the queries of one look. */
export async function noiseAround(
  engine: SearchEngine,
  queries: readonly JudgedQuery[],
  titlesOf: ReadonlyMap<string, readonly string[]>,
): Promise<Noise> {
  const firstOf = async (q: string) => (await engine.search({ q, filters: {}, limit: 1 })).hits[0];
  const isMarked = (q: string, { id, position }: SearchHit) => {
    const titlesOfId = (of: string | null) => titlesOf.get(of ?? '') ?? [];
    const hit = { ...position, titles: titlesOfId(id), format: 'unknown', year: null };
    return engine.read(q).explain(hit, titlesOfId(position.lead)).matchedBy !== 'words';
  };
  const texts = [...titlesOf.values()].flatMap((titles) => titles.map(judgedText));
  const holds = (name: JudgedText) => (title: JudgedText) =>
    title.key.includes(name.key) || name.words.every((word) => title.words.includes(word));
  const held: Question[] = [];
  const unheld: string[] = [];
  const wrong: string[] = [];
  let empty = 0;
  for (const { q, kind, half, accepted, unheld: isUnheld, meant } of queries) {
    if (half === 'once' || !NAMES.has(kind) || q.startsWith('the ')) continue;
    const isFound = accepted.has((await firstOf(q))?.id ?? '');
    const noisy = NOISES.map((around) => ({ kind: around('NAME'), q: around(q), meant, rank: rankAmong(accepted) }));
    if (isFound && !isUnheld) held.push(...noisy);
    if (isFound || !isUnheld || texts.some(holds(judgedText(q)))) continue;
    for (const { q: asked } of noisy) {
      const first = await firstOf(asked);
      unheld.push(asked);
      if (first === undefined) empty++;
      else if (!accepted.has(first.id) && !isMarked(asked, first)) wrong.push(asked);
    }
  }
  return { held, unheld: { queries: unheld.length, empty, wrong } };
}
