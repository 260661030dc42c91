import {
  askedBy,
  isNumber,
  isPart,
  isSpelled,
  readQueryHints,
  spellEpisodes,
  type Trait,
} from '../normaliser/hints.ts';
import { type QueryKeys, queryKeys } from '../normaliser/queryKeys.ts';
import { readPlain } from '../normaliser/readText.ts';
import { atEveryLength } from '../normaliser/textRuns.ts';
import { SUBTITLED } from '../normaliser/titleKeys.ts';
import type { Clause, Reading } from './clause.ts';
import { WELL_KNOWN } from './indexedKeys.ts';
import { FAME, KNOWN_HIT, LIFT, POINTS, PROMINENT_HIT, UNHINTED } from './points.ts';
import { nameClauses, rareWordClauses } from './readings/relaxedClauses.ts';
import { shortFormClauses } from './readings/shortFormClauses.ts';
import { mistypedClauses, mistypedWordsClauses, twiceMistypedClauses } from './readings/typoClauses.ts';
import { writtenClauses } from './readings/writtenClauses.ts';

/** The readings of one stage, evaluated together. */
interface SearchStage {
  /**
   * Runs when the best hit so far, over the WHOLE catalogue, has fewer points: filters never change what a query
   * matches.
   */
  readonly below: number;
  /** Whether it runs only where there is a hit. */
  readonly isBesideHit?: true;
  readonly readings: readonly Reading[];
}

/**
 * The plan of a search, the same for every adapter.
 *
 * The answer consists of the anime that match any clause of the stages that ran. A reading gives an anime
 * the most points of any of its clauses plus those of each lift whose trait it has; an anime's score is the highest of
 * its readings plus its base score. `found` counts them after filters. Their order is `compareHits`: score, then id.
 *
 * The first page starts at stage 0 and continues with `nextStage`. Positions contain which stages ran, stage `s` as the
 * bit 2^s; a following page runs them at once.
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
 * without hints: the intended work may be far better known than a title that begins so.
 */
const UNKNOWN_HIT = 690;
const NOTHING = 1;

export function planSearch(q: string): SearchPlan {
  const spoken = spellEpisodes(q);
  const keys = queryKeys(spoken);
  const { name, hints, spelledSeason } = readQueryHints(readPlain(spoken));
  const spelled = spelledSeason !== undefined || hints.some(isSpelled);
  const readHintsBelow = spelled ? PROMINENT_HIT : UNKNOWN_HIT;
  const hinted = hints.length === 0 ? undefined : queryKeys(name);
  const traits = hints.some(isPart) ? hints : hints.flatMap(askedBy);
  const lifts = traits.map((trait) => ({ trait, points: liftOf(trait) }));
  const typed = (...clauses: readonly Clause[]): Reading => ({ clauses, lifts: [] });
  const lifted = (...clauses: readonly Clause[]): Reading => ({ clauses, lifts });
  /** By the name without the hints. */
  const byName = (...writers: readonly ((keys: QueryKeys) => readonly Clause[])[]) =>
    hinted === undefined ? [] : writers.flatMap((write) => write(hinted)).map(unhinted);
  // The number of a hint, left out, would be a slip.
  const slips = { alone: hinted ? [] : mistypedClauses(keys), hinted: hinted ? mistypedClauses(keys) : [] };
  const named = hinted ?? keys;
  return {
    stages: [
      stage(Number.POSITIVE_INFINITY, typed(...writtenClauses(keys))),
      stage(KNOWN_HIT, typed(...shortFormClauses(keys), ...slips.alone)),
      stage(
        readHintsBelow,
        lifted(
          ...byName(writtenClauses, shortFormClauses),
          ...traits.map((trait): Clause => ({ kind: 'series', points: POINTS.series, trait })),
        ),
        typed(...ordinalClauses(named, hints)),
      ),
      stage(
        UNKNOWN_HIT,
        lifted(...slips.hinted, ...byName(mistypedClauses, mistypedWordsClauses)),
        typed(...mistypedWordsClauses(keys)),
      ),
      {
        ...stage(hinted === undefined ? KNOWN_HIT : readHintsBelow, {
          clauses: nameClauses(named, true),
          lifts: [...lifts, { trait: WELL_KNOWN, points: FAME }],
          only: WELL_KNOWN,
        }),
        isBesideHit: true,
      },
      stage(NOTHING, lifted(...twiceMistypedClauses(keys), ...nameClauses(named, false), ...rareWordClauses(named))),
    ],
    lead: hinted === undefined ? namedClauses(keys) : [...writtenClauses(hinted), ...shortFormClauses(hinted)],
  };
}

function stage(below: number, ...readings: readonly Reading[]): SearchStage {
  return { below, readings: readings.filter(({ clauses }) => clauses.length > 0) };
}

/**
 * The next stage that has a question and is wanted, or undefined when the search is complete.
 * @param best the score of the best hit so far over the whole catalogue; undefined without a hit
 */
export function nextStage({ stages }: SearchPlan, stage: number, best: number | undefined): number | undefined {
  const isWanted = ({ below, isBesideHit }: SearchStage) => (best === undefined ? !isBesideHit : best < below);
  const next = stages.findIndex((each, s) => s > stage && each.readings.length > 0 && isWanted(each));
  return next < 0 ? undefined : next;
}

/** The readings of the stages that ran, see `SearchPlan`. */
export function readingsOf({ stages }: SearchPlan, ran: number): Reading[] {
  return stages.flatMap(({ readings }, s) => ((ran >> s) & 1 ? readings : []));
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

/** What comes before subtitles as the query does. */
function namedClauses({ folded }: QueryKeys): Clause[] {
  const names = folded.flatMap((key) => [key, `${key}${SUBTITLED}`]);
  return names.map((value) => ({ kind: 'term', points: POINTS.name, field: 'series', value }));
}

/** Seasons that no title numbers follow the order of the series. */
function ordinalClauses({ readings }: QueryKeys, [hint, ...others]: readonly Trait[]): Clause[] {
  if (hint === undefined || others.length > 0 || !isNumber(hint)) return [];
  const beginnings = [...new Set(readings.map(({ spaced }) => spaced))].flatMap(atEveryLength);
  return [{ kind: 'ordinal', points: POINTS.ordinal, beginnings, place: Number(hint.slice(1)) }];
}

function unhinted(clause: Clause): Clause {
  if (clause.kind === 'words') {
    return { ...clause, pointsByLength: clause.pointsByLength.map((points) => points - UNHINTED) };
  }
  // Asked for without the hints alone.
  if (clause.kind === 'names') return clause;
  return { ...clause, points: clause.points - UNHINTED };
}

function liftOf(trait: Trait): number {
  if (/^y\d/.test(trait)) return LIFT.year;
  if (isNumber(trait)) return LIFT.number;
  if (/^h\d/.test(trait)) return LIFT.partAsSeason;
  if (isPart(trait) || /^e\d/.test(trait)) return LIFT.part;
  return trait === 'final' ? LIFT.final : LIFT.format;
}
