/** How people and media servers write the number of an episode: `S02E05`, `2x05`, `#2`, and ` - 02` of file names. */
const SEASON_AND_EPISODE =
  /(?<![\p{L}\p{N}])s(\d{1,2}) ?e(\d{1,4})(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(\d{1,2})x(\d{2,4})(?![\p{L}\p{N}])/giu;
const SIGNED = /(?<=\S\s+)(?:#(\d{1,4})|[-–—]\s+(\d{2,3}))(?=\s*(?:$|[[(]))/gu;

/**
 * A query with these spelled out ("S02E05" → "season 2 episode 05"), so that the number of an episode is taken for no
 * season: a first season needs no word, and season 0 is that of the specials.
 */
export function spellEpisodes(q: string): string {
  if (!/\d/.test(q)) return q;
  return q
    .replace(SEASON_AND_EPISODE, (_, a?: string, first?: string, b?: string, second?: string) => {
      const season = Number(a ?? b);
      return `${season === 0 ? 'special' : season === 1 ? '' : `season ${season}`} episode ${first ?? second}`;
    })
    .replace(SIGNED, (_, a?: string, b?: string) => `episode ${a ?? b}`);
}
