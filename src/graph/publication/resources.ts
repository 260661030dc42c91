import type { TransactionClient } from '../../database/database.ts';
import { readIn } from '../../database/reader.ts';
import { type AnimeDocument, animeSource } from '../anime/animeDocument.ts';
import type { VersionedDocument } from '../documentCache.ts';
import { type DocumentSource, documentsByIds } from '../documentSource.ts';
import { type EpisodeDocument, episodeSource } from '../episode/episodeDocument.ts';

/**
 * How the public interface serves an entity; an event's data is the resource as GET serves it (design.md 5). A port, because the
 * graph knows no HTTP: the REST adapter's own mappings are its adapter.
 */
export interface PublicResources {
  anime(document: AnimeDocument): object;
  episode(document: EpisodeDocument): object;
}

/** The anime with these ids as the transaction sees them, by id. */
export function readAnime(
  client: TransactionClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AnimeDocument>> {
  return readDocuments(client, animeSource, ids);
}

/** The episodes with these ids as the transaction sees them, by id. */
export function readEpisodes(
  client: TransactionClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EpisodeDocument>> {
  return readDocuments(client, episodeSource, ids);
}

async function readDocuments<Document extends VersionedDocument>(
  client: TransactionClient,
  source: DocumentSource<Document>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Document>> {
  if (ids.length === 0) return new Map();
  const [row] = await readIn(client, documentsByIds(source, ids));
  return new Map(source.parse(row ?? []).map((document) => [document.id, document]));
}
