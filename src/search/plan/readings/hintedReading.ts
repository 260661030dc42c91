import { isPart, partOfPart, type Trait } from '../../normaliser/hints.ts';
import type { Clause, Reading } from '../clause.ts';
import { LIFT, POINTS, UNHINTED } from '../points.ts';

/** What is asked without the hints, each of which lifts the anime that it is true of. */
export function hintedReading(clauses: readonly Clause[], hints: readonly Trait[]): Reading {
  return { clauses: clauses.map(unhinted), lifts: liftsOf(hints) };
}

/** The works of the name's series of which a hint is true. */
export function seriesReading(hints: readonly Trait[]): Reading {
  return { clauses: hints.map((trait) => ({ kind: 'series', points: POINTS.series, trait })), lifts: liftsOf(hints) };
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
