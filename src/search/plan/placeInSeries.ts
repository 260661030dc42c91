import { isNumber, type Trait } from '../normaliser/hints.ts';
import type { ClauseOf } from './clause.ts';

/** A dated television series whose title begins with the name that was asked for. */
export interface SeriesMember {
  readonly id: string;
  /** yyyy-MM-dd. */
  readonly startDate: string;
  readonly episodes: number | null;
  readonly base: number;
  readonly traits: readonly Trait[];
  /** In the field `spaced`. */
  readonly spaced: readonly string[];
}

/** Recuts and specials have fewer. */
const SEVERAL_EPISODES = 8;
/** More than a series has: of more members the earliest count. */
export const MOST_MEMBERS = 200;
/** Beside works of known length one of unknown length has this base score, or a number of its own. */
const LEAST_BASE = 60;

/** Within a year after another it is the second half of that season. */
const SECOND_PART = 'p2';
/** A work with just the name of one so many years before is a remake. */
const REMADE_AFTER = 10;

/**
 * The season in this place by start date, then id, among works of several episodes from the first that has just the
 * name. None where a work has that number, which a lift finds, or where the work in its place has another.
 */
export function placeInSeries(members: readonly SeriesMember[], clause: ClauseOf<'ordinal'>): string | undefined {
  const { beginnings, place } = clause;
  const earliest = members
    .map((member) => ({
      ...member,
      order: `${member.startDate}${member.id}`,
      numbers: member.traits.filter(isNumber).map((trait) => Number(trait.slice(1))),
      isNamed: member.spaced.some((key) => beginnings.includes(key)),
    }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, MOST_MEMBERS);
  const isUnknown = earliest.every(({ episodes }) => episodes === null);
  const named = earliest.find(({ isNamed }) => isNamed) ?? earliest[0];
  const series = named === undefined ? [] : earliest.slice(earliest.indexOf(named));
  const counted = series.filter(({ startDate, episodes, base, numbers, traits, isNamed }, at) => {
    const isRemake = isNamed && startDate >= yearsAfter(REMADE_AFTER, named);
    const isHalf = traits.includes(SECOND_PART) && startDate < yearsAfter(1, series[at - 1]);
    if (numbers.length === 0 && (isRemake || isHalf)) return false;
    return episodes === null ? isUnknown || numbers.length > 0 || base >= LEAST_BASE : episodes >= SEVERAL_EPISODES;
  });
  if (counted.some(({ numbers }) => numbers.includes(place))) return undefined;
  const found = counted[place - 1];
  return found === undefined || found.numbers.length > 0 ? undefined : found.id;
}

function yearsAfter(years: number, member: SeriesMember | undefined): string {
  const { startDate = '' } = member ?? {};
  return startDate.replace(/^\d{4}/, (year) => String(Number(year) + years));
}
