import type { SearchEngine } from '../../../src/graph/search/port.ts';
import { JUDGED_HALVES, type JudgedHalf, type JudgedQuery } from './readJudgedQueries.ts';

export interface JudgedFigures {
  readonly kind: string;
  readonly queries: number;
  readonly hitAt1: number;
  readonly hitAt5: number;
}

export interface HalfFigures {
  readonly half: JudgedHalf;
  readonly kinds: readonly JudgedFigures[];
  readonly overall: JudgedFigures;
  /** Without the names that no title holds. */
  readonly held: JudgedFigures;
}

export interface JudgedMiss {
  readonly query: JudgedQuery;
  /** Ids of the first hits. */
  readonly hits: readonly string[];
  /** Undefined when none of the first 20 is right. */
  readonly rank: number | undefined;
}

export interface JudgedReport {
  readonly halves: readonly HalfFigures[];
  /** Of the build half alone. */
  readonly misses: readonly JudgedMiss[];
}

const LOOKED_AT = 20;

interface Judged {
  readonly query: JudgedQuery;
  readonly rank: number | undefined;
}

export async function measureJudged(engine: SearchEngine, queries: readonly JudgedQuery[]): Promise<JudgedReport> {
  const judged: Judged[] = [];
  const misses: JudgedMiss[] = [];
  for (const query of queries) {
    const { hits } = await engine.search({ q: query.q, filters: {}, limit: LOOKED_AT });
    const index = hits.findIndex(({ id }) => query.accepted.has(id));
    const rank = index < 0 ? undefined : index;
    judged.push({ query, rank });
    if (rank !== 0 && query.half.endsWith('build')) misses.push({ query, hits: hits.map(({ id }) => id), rank });
  }
  const halves = JUDGED_HALVES.map((half): HalfFigures => {
    const of = judged.filter(({ query }) => query.half === half);
    const kinds = [...new Set(of.map(({ query }) => query.kind))];
    return {
      half,
      kinds: kinds.map((kind) =>
        figures(
          kind,
          of.filter(({ query }) => query.kind === kind),
        ),
      ),
      overall: figures('overall', of),
      held: figures(
        'without unheld names',
        of.filter(({ query }) => !query.unheld),
      ),
    };
  });
  return { halves, misses };
}

function figures(kind: string, judged: readonly Judged[]): JudgedFigures {
  const share = (places: number) =>
    judged.filter(({ rank }) => rank !== undefined && rank < places).length / judged.length;
  return { kind, queries: judged.length, hitAt1: share(1), hitAt5: share(5) };
}
