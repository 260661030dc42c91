/** A dated television series whose title begins with the name that was asked for. */
export interface SeriesMember {
  readonly id: string;
  /** yyyy-MM-dd. */
  readonly startDate: string;
  readonly episodes: number | null;
  readonly base: number;
  /** Those that its titles have. */
  readonly numbers: readonly number[];
}

/** Recuts and specials have fewer. */
const SEVERAL_EPISODES = 8;
/** More than a series has: of more members the earliest count. */
export const MOST_MEMBERS = 200;
/** Beside works of known length one of unknown length has this base score, or a number of its own. */
const LEAST_BASE = 60;

/**
 * The season in this place by start date, then id, among works of several episodes. None where a work has that number,
 * which a lift finds, or where the work in its place has another.
 */
export function placeInSeries(members: readonly SeriesMember[], place: number): string | undefined {
  const earliest = members
    .map((member) => ({ ...member, order: `${member.startDate}${member.id}` }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, MOST_MEMBERS);
  const isUnknown = earliest.every(({ episodes }) => episodes === null);
  const counted = earliest.filter(({ episodes, base, numbers }) =>
    episodes === null ? isUnknown || numbers.length > 0 || base >= LEAST_BASE : episodes >= SEVERAL_EPISODES,
  );
  if (counted.some(({ numbers }) => numbers.includes(place))) return undefined;
  const found = counted[place - 1];
  return found === undefined || found.numbers.length > 0 ? undefined : found.id;
}

/** The numbers among the traits of an anime. */
export function numbersAmong(traits: readonly string[]): number[] {
  return traits.flatMap((trait) => (/^n\d+$/.test(trait) ? [Number(trait.slice(1))] : []));
}
