import { LARGEST_PAGE } from '../graph/model/limits.ts';
import { graphql, type ResultOf } from '../graph/schema/operation.ts';
import type { GraphClient } from './client/graphClient.ts';

const readAnime = graphql(`
  query ReadAnimeRecords($source: String!, $after: String) { animeRecords(source: $source, after: $after) { animeId record } }
`);

const readEpisodes = graphql(`
  query ReadEpisodeRecords($animeIds: [UUID!]!) { episodeRecords(animeIds: $animeIds) { animeId record } }
`);

type SourceRecord = ResultOf<typeof readAnime>['animeRecords'][number];

/**
 * Anime in the order of their sources, so that a new catalogue has the same order, then the episodes, those of one
 * anime together (docs/import.md). Identifiers order nothing: another catalogue assigns others.
 */
export async function* exportedPages(
  client: Pick<GraphClient, 'run'>,
  sources: readonly string[],
  counts: { anime: number; episodes: number },
): AsyncGenerator<string> {
  const anime = new Set<string>();
  for (const source of sources) {
    for (let after: string | null = ''; after !== null; ) {
      const { animeRecords }: ResultOf<typeof readAnime> = await client.run(readAnime, { source, after });
      for (const { animeId } of animeRecords) anime.add(animeId);
      counts.anime += animeRecords.length;
      yield linesOf(animeRecords);
      after = animeRecords.length < LARGEST_PAGE ? null : String(membersOf(animeRecords.at(-1)).sourceId);
    }
  }
  const ids = [...anime];
  for (let start = 0; start < ids.length; start += LARGEST_PAGE) {
    const animeIds = ids.slice(start, start + LARGEST_PAGE);
    const { episodeRecords } = await client.run(readEpisodes, { animeIds });
    const places = new Map(animeIds.map((id, index) => [id, index]));
    const sorted = episodeRecords
      .map((it) => ({ ...it, place: places.get(it.animeId) ?? 0, key: episodeKey(it) }))
      .sort((a, b) => a.place - b.place || compareKeys(a.key, b.key));
    counts.episodes += sorted.length;
    yield linesOf(sorted);
  }
}

function linesOf(records: readonly SourceRecord[]): string {
  return records.map(({ record }) => `${JSON.stringify(record)}\n`).join('');
}

/** By source, then by number. */
function episodeKey(episode: SourceRecord): readonly (string | number)[] {
  const { source, sourceId, number } = membersOf(episode);
  return [String(source), Number(number ?? -1), String(sourceId)];
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

function membersOf(record: SourceRecord | undefined): Readonly<Record<string, unknown>> {
  return record?.record as Record<string, unknown>;
}
