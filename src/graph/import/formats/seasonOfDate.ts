import type { Season } from '../../model/vocabulary.ts';

const SEASON_OF_QUARTER = ['winter', 'spring', 'summer', 'fall'] as const satisfies readonly Season[];

/** The season of a date yyyy-MM-dd, as anime sites count: January to March is winter. */
export function seasonOfDate(date: string): Season {
  return SEASON_OF_QUARTER[Math.floor((Number(date.slice(5, 7)) - 1) / 3)] ?? 'winter';
}
