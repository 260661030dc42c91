/**
 * What keeps records together: episodes of one source and one anime are judged by where their batch ends, so that a source may number
 * them anew (docs/import.md). An episode that leaves out its anime, which is then as before, may be of any of its source's. Null for what
 * may stand alone: an anime, and an episode that keeps its place.
 */
export function seriesOf(record: object): string | null {
  const { type, source, anime, number } = record as Readonly<Record<string, unknown>>;
  if (type !== 'episode' || (anime === undefined && number === undefined)) return null;
  return JSON.stringify(anime ?? source ?? null);
}
