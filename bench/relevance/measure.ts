import type { SearchEngine } from '../../src/graph/search/port.ts';

/** A query whose right answers are known. */
export interface Question {
  readonly kind: string;
  readonly q: string;
  /** What was meant, for readers. */
  readonly meant: string;
  /** How many of these leading hits precede the first right one; undefined when none is right. */
  rank(ids: readonly string[]): number | undefined;
  /** Of its kind the least hit@1 and hit@5. */
  readonly goal?: number;
  readonly goalAt5?: number;
}

/** How often the first hit is right, and one of the first five. */
export interface Figures extends Pick<Question, 'goal' | 'goalAt5'> {
  readonly kind: string;
  readonly queries: number;
  readonly hitAt1: number;
  readonly hitAt5: number;
}

export interface Miss {
  readonly question: Question;
  /** Ids of the first hits. */
  readonly hits: readonly string[];
  /** Undefined when none of the first 20 is right. */
  readonly rank: number | undefined;
}

const LOOKED_AT = 20;

export async function measure(
  engine: SearchEngine,
  questions: readonly Question[],
): Promise<{ readonly figures: readonly Figures[]; readonly misses: readonly Miss[] }> {
  const answers: Miss[] = [];
  for (const question of questions) {
    const { hits } = await engine.search({ q: question.q, filters: {}, limit: LOOKED_AT });
    const ids = hits.map(({ id }) => id);
    answers.push({ question, hits: ids, rank: question.rank(ids) });
  }
  const kinds = [...new Set(questions.map(({ kind }) => kind))];
  const figures = kinds.map((kind) => {
    const of = answers.filter(({ question }) => question.kind === kind);
    const { goal, goalAt5 } = of[0]?.question ?? {};
    return { ...shares(kind, of), ...(goal !== undefined && { goal }), ...(goalAt5 !== undefined && { goalAt5 }) };
  });
  return { figures: [...figures, shares('overall', answers)], misses: answers.filter(({ rank }) => rank !== 0) };
}

/** Where the first of these is. */
export function rankAmong(right: ReadonlySet<string>): Question['rank'] {
  return (ids) => {
    const rank = ids.findIndex((id) => right.has(id));
    return rank < 0 ? undefined : rank;
  };
}

function shares(kind: string, answers: readonly Miss[]): Figures {
  const share = (places: number) =>
    answers.filter(({ rank }) => rank !== undefined && rank < places).length / answers.length;
  return { kind, queries: answers.length, hitAt1: share(1), hitAt5: share(5) };
}
