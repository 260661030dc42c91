import { YEARS } from '../../model/limits.ts';
import { SEASONS, type Season } from '../../model/vocabulary.ts';

interface Premiere {
  /** yyyy-MM-dd. */
  readonly startDate: string | null;
  readonly year: number | null;
  readonly season: Season | null;
}

interface Quarter {
  readonly year: number;
  readonly season: Season;
}

/** A premiere this many days before a quarter counts for it: many fall series open in the last days of September. */
const EARLY_DAYS = 10;
const DAY = 86_400_000;

/**
 * Year and season, derived from the premiere where no record states them (docs/decisions.md#year-and-season). Stated
 * values always stand and derived ones agree with them; both stay unknown for a year outside the catalogue's range.
 */
export function premiereSeason({ startDate, year, season }: Premiere): Pick<Premiere, 'year' | 'season'> {
  if (startDate === null || (year !== null && season !== null)) return { year, season };
  const quarters = [quarterOf(startDate, EARLY_DAYS), quarterOf(startDate, 0)];
  const fitting = quarters.find((it) => (year ?? it.year) === it.year && (season ?? it.season) === it.season);
  const counted = fitting ?? { year: year ?? yearOf(startDate, season), season };
  return counted.year < YEARS.from || counted.year > YEARS.to ? { year, season } : counted;
}

function quarterOf(date: string, daysLater: number): Quarter {
  const counted = new Date(Date.parse(`${date}T00:00:00Z`) + daysLater * DAY);
  const season = SEASONS[Math.floor(counted.getUTCMonth() / 3)] ?? 'winter';
  return { year: counted.getUTCFullYear(), season };
}

/** Of a stated season: a winter that opens before New Year is that of the next year. */
function yearOf(date: string, season: Season | null): number {
  const { year, season: quarter } = quarterOf(date, 0);
  return season === 'winter' && quarter === 'fall' ? year + 1 : year;
}
