/** The series of a scrape: its lines without values, comments left out. */
export function seriesOf(scrape: string): string[] {
  return scrape.split('\n').flatMap((line) => /^[a-z]\S*(?=\s)/.exec(line)?.[0] ?? []);
}
