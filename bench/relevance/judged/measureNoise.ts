import type { SearchEngine, SearchHit } from '../../../src/graph/search/port.ts';
import { judgedText } from '../judgedText.ts';
import type { JudgedQuery } from './readJudgedQueries.ts';

/** How a name with needless words is answered. */
export interface NoiseFigures {
  readonly noise: string;
  /** Names that the data holds and that are found first without the words. */
  readonly held: { readonly queries: number; readonly hitAt1: number; readonly hitAt5: number };
  /**
   * Names that no title of the data contains and that are not found first without the words: another work first,
   * unmarked.
   */
  readonly unheld: { readonly queries: number; readonly empty: number; readonly wrong: readonly string[] };
}

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
const LOOKED_AT = 5;

export async function measureNoise(
  engine: SearchEngine,
  queries: readonly JudgedQuery[],
  titlesOf: ReadonlyMap<string, readonly string[]>,
): Promise<NoiseFigures[]> {
  const ask = async (q: string) => {
    const { hits } = await engine.search({ q, filters: {}, limit: LOOKED_AT });
    return { ids: hits.map(({ id }) => id), first: hits[0] };
  };
  /** Whether the answer says that its first hit has not all of the words. */
  const isMarked = (q: string, { id, position }: SearchHit) => {
    const titlesOfId = (of: string | null) => titlesOf.get(of ?? '') ?? [];
    const hit = { ...position, titles: titlesOfId(id), format: 'unknown', year: null };
    return engine.read(q).explain(hit, titlesOfId(position.lead)).matchedBy !== 'words';
  };
  const names = queries.filter(({ kind, q }) => NAMES.has(kind) && !q.startsWith('the '));
  const keys = [...titlesOf.values()].flatMap((titles) => titles.map((title) => judgedText(title).key));
  const isContained = (name: string) => keys.some((key) => key.includes(judgedText(name).key));
  const held: JudgedQuery[] = [];
  const unheld: JudgedQuery[] = [];
  for (const name of names) {
    const { ids } = await ask(name.q);
    const found = name.accepted.has(ids[0] ?? '');
    if (found && !name.unheld) held.push(name);
    if (!found && name.unheld && !isContained(name.q)) unheld.push(name);
  }
  const figures: NoiseFigures[] = [];
  for (const noisy of NOISES) {
    let [first, among] = [0, 0];
    for (const { q, accepted } of held) {
      const { ids } = await ask(noisy(q));
      if (ids.some((id) => accepted.has(id))) among++;
      if (accepted.has(ids[0] ?? '')) first++;
    }
    let empty = 0;
    const wrong: string[] = [];
    for (const { q, accepted } of unheld) {
      const { first } = await ask(noisy(q));
      if (first === undefined) empty++;
      else if (!accepted.has(first.id) && !isMarked(noisy(q), first)) wrong.push(noisy(q));
    }
    figures.push({
      noise: noisy('NAME'),
      held: { queries: held.length, hitAt1: first / held.length, hitAt5: among / held.length },
      unheld: { queries: unheld.length, empty, wrong },
    });
  }
  return figures;
}
