import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CatalogAnime } from '../../readCatalog.ts';
import { type Question, rankAmong } from '../measure.ts';

/**
 * Rules and weights are made on the build half; the unseen half is only counted. The queries written before the last
 * change of the rules are halves of their own; those marked `once` are one part, looked at once.
 */
export const JUDGED_HALVES = ['build', 'unseen', 'fresh build', 'fresh unseen', 'once'] as const;
type JudgedHalf = (typeof JUDGED_HALVES)[number];

/** A query as a fan types it; see README.md beside this file. */
export interface JudgedQuery extends Question {
  readonly half: JudgedHalf;
  /** Ids of the anime that are right; empty when the catalogue at hand has none of them. */
  readonly accepted: ReadonlySet<string>;
  /** No title of the anime holds the name. */
  readonly unheld: boolean;
}

/** Reads the judged set for a catalogue. @throws when a line of it is malformed */
export async function readJudgedQueries(catalog: readonly CatalogAnime[]): Promise<JudgedQuery[]> {
  const ids = new Map(catalog.map(({ id, sourceKey }) => [sourceKey, id]));
  const text = await readFile(new URL('queries.tsv', import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line, n) => {
      const [kind, q, accepted, mark, meant] = line.split('\t');
      if (!kind || !q || !accepted || mark === undefined || !meant) {
        throw new Error(`queries.tsv:${n + 2}: five columns are expected (kind, q, accepted, mark, meant): ${line}`);
      }
      const right = new Set(accepted.split(' ').flatMap((key) => ids.get(key) ?? []));
      return {
        kind,
        q,
        half: halfOf(q, mark.split(' ')),
        accepted: right,
        rank: rankAmong(right),
        unheld: mark.includes('unheld'),
        meant,
      };
    });
}

function halfOf(q: string, marks: readonly string[]): JudgedHalf {
  if (marks.includes('seen')) return 'build';
  if (marks.includes('once')) return 'once';
  const half = (createHash('sha256').update(q).digest()[0] as number) % 2 === 0 ? 'build' : 'unseen';
  return marks.includes('fresh') ? `fresh ${half}` : half;
}
