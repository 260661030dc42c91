import { isPart, isSpelled, partOfPart, readHints, type Trait } from '../normaliser/hints.ts';
import { type QueryKeys, queryKeys } from '../normaliser/queryKeys.ts';
import { readPlain } from '../normaliser/readText.ts';
import { atEveryLength } from '../normaliser/spacedKey.ts';
import type { Clause, Reading } from './clause.ts';
import { KNOWN_HIT, LIFT, POINTS, PROMINENT_HIT, UNHINTED } from './points.ts';
import { relaxedClauses, togetherClauses } from './readings/relaxedClauses.ts';
import { shortFormClauses } from './readings/shortFormClauses.ts';
import { mistypedClauses, mistypedWordsClauses, twiceMistypedClauses } from './readings/typoClauses.ts';
import { writtenClauses } from './readings/writtenClauses.ts';

/** The readings of one stage, evaluated together. */
export interface SearchStage {
  /**
   * Runs when the best hit so far, over the WHOLE catalogue, has fewer points: filters never change what a query
   * matches. Never above the previous stage's, so that no stage with a question is skipped.
   */
  readonly below: number;
  readonly readings: readonly Reading[];
}

/**
 * The plan of a search, the same for every adapter.
 *
 * The answer of stage `s` consists of the anime that match any clause of the stages 0 to `s`. A reading gives an anime
 * the most points of any of its clauses plus those of each lift whose trait it has; an anime's score is the highest of
 * its readings plus its base score. `found` counts them after filters. Their order is `compareHits`: score, then id.
 *
 * The first page starts at stage 0 and continues with `nextStage`. Positions contain the stage of the last answer; a
 * following page runs that stage at once.
 *
 * The lead is the best hit, over the whole catalogue, of the clauses `lead`. `series` clauses match anime that share a
 * series key with it, and nothing without a lead. Positions contain its id, too.
 */
export interface SearchPlan {
  readonly stages: readonly SearchStage[];
  readonly lead: readonly Clause[];
}

/**
 * A typing error in each word is forgiven, and formats and bare numbers read as hints, when nothing begins so or
 * contains all the words. Spelled years, seasons and parts are read sooner, and so is one typing error in a query
 * without hints: what is meant may be far better known than what begins so.
 */
const UNKNOWN_HIT = 690;
const NOTHING = 1;

export function planSearch(q: string): SearchPlan {
  const keys = queryKeys(q);
  const { name, hints, spelledSeason } = readHints(readPlain(q));
  const spelled = spelledSeason !== undefined || hints.some(isSpelled);
  const hinted = hints.length === 0 ? undefined : queryKeys(name);
  const stage = (below: number, ...readings: readonly (Reading | undefined)[]): SearchStage => ({
    below,
    readings: readings.flatMap((reading) => (reading === undefined || reading.clauses.length === 0 ? [] : [reading])),
  });
  const asTyped = (write: (keys: QueryKeys) => readonly Clause[]): Reading => ({ clauses: write(keys), lifts: [] });
  const byHints = (write: (keys: QueryKeys) => readonly Clause[]) => hinted && hintedReading(write(hinted), hints);
  const slips = asTyped(mistypedClauses);
  return {
    stages: [
      stage(Number.POSITIVE_INFINITY, asTyped(wholeClauses)),
      // The number of a hint, left out, would be a slip.
      stage(KNOWN_HIT, asTyped(shortFormClauses), hinted === undefined ? slips : undefined),
      stage(
        spelled ? PROMINENT_HIT : UNKNOWN_HIT,
        byHints(wholeClauses),
        seriesReading(hints),
        hinted && asTyped(() => ordinalClauses(hinted, hints)),
        byHints(shortFormClauses),
      ),
      stage(
        UNKNOWN_HIT,
        hinted && { ...slips, lifts: liftsOf(hints) },
        asTyped(mistypedWordsClauses),
        byHints(mistypedClauses),
        byHints(mistypedWordsClauses),
      ),
      stage(NOTHING, { clauses: twiceMistypedClauses(keys), lifts: liftsOf(hints) }, byHints(twiceMistypedClauses), {
        clauses: relaxedClauses(hinted ?? keys),
        lifts: liftsOf(hints),
      }),
    ],
    lead: hinted === undefined ? [] : [...writtenClauses(hinted), ...shortFormClauses(hinted)],
  };
}

/**
 * The next stage with a question, or undefined when the search is complete.
 * @param best the score of the best hit so far over the whole catalogue; undefined without a hit
 */
export function nextStage({ stages }: SearchPlan, stage: number, best: number | undefined): number | undefined {
  const next = stages.findIndex(
    ({ below, readings }, s) => s > stage && readings.length > 0 && (best === undefined || best < below),
  );
  return next < 0 ? undefined : next;
}

/** The sort key of hits of one query; `SearchPosition` has these fields. */
export interface RankedHit {
  readonly score: number;
  readonly id: string;
}

/** Negative when `a` comes first: more points, then smaller id (by code unit). */
export function compareHits(a: RankedHit, b: RankedHit): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** All words of the query, without an error. */
function wholeClauses(keys: QueryKeys): Clause[] {
  return [...writtenClauses(keys), ...togetherClauses(keys)];
}

/** The clauses without the hints, each of which lifts the anime with its trait. */
function hintedReading(clauses: readonly Clause[], hints: readonly Trait[]): Reading {
  return { clauses: clauses.map(unhinted), lifts: liftsOf(hints) };
}

/** Works of the name's series with the trait of a hint. */
function seriesReading(hints: readonly Trait[]): Reading {
  return { clauses: hints.map((trait) => ({ kind: 'series', points: POINTS.series, trait })), lifts: liftsOf(hints) };
}

/** Seasons that no title numbers follow the order of the series. */
function ordinalClauses({ readings }: QueryKeys, [hint, ...others]: readonly Trait[]): Clause[] {
  if (hint === undefined || others.length > 0 || !/^n\d/.test(hint)) return [];
  const beginnings = [...new Set(readings.map(({ spaced }) => spaced))].flatMap(atEveryLength);
  const without = [...new Set(['n2', hint])];
  return [{ kind: 'ordinal', points: POINTS.ordinal, beginnings, place: Number(hint.slice(1)), without }];
}

function liftsOf(hints: readonly Trait[]): Reading['lifts'] {
  return hints.flatMap((trait) => {
    const lift = { trait, points: liftOf(trait) };
    return isPart(trait) ? [lift, { trait: partOfPart(trait), points: LIFT.partOfPart }] : [lift];
  });
}

function unhinted(clause: Clause): Clause {
  if (clause.kind === 'words') {
    return { ...clause, pointsByLength: clause.pointsByLength.map((points) => points - UNHINTED) };
  }
  return { ...clause, points: clause.points - UNHINTED };
}

function liftOf(trait: Trait): number {
  if (/^y\d/.test(trait)) return LIFT.year;
  if (/^n\d/.test(trait)) return LIFT.number;
  if (isPart(trait)) return LIFT.part;
  return trait === 'final' ? LIFT.final : LIFT.format;
}
