import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import type { EventKind } from '../vocabulary.ts';
import { type CatalogChanges, type EpisodeChange, isVisible, type PublishedEvent } from './changes.ts';
import { envelope } from './envelope.ts';
import { readAnimeResources, readEpisodeResources } from './resources.ts';
import { insertEvents } from './statements/insertEvents.ts';
import { writeAnime } from './writeAnime.ts';
import { writeEpisodes } from './writeEpisodes.ts';

/** Who publishes, and by which way in: only imports and reviews do (contract, Events rule 4). */
export interface PublicationSource {
  readonly kind: 'import' | 'review';
  /** The person or tool behind it, for the record. */
  readonly actor: string | null;
  readonly at: Date;
}

/**
 * Publishes changes inside the caller's transaction, which must hold the head (lockHead): writes the rows, raises the revision of
 * what a reader sees changed, takes the next positions and freezes the events' bytes (design.md 5).
 *
 * @returns the events, in order of position: an anime before its episodes, at most one an entity
 */
export async function writePublication(
  client: TransactionClient,
  changes: CatalogChanges,
  source: PublicationSource,
): Promise<PublishedEvent[]> {
  const at = source.at.toISOString();
  await writeAnime(client, changes.anime, at);
  await writeEpisodes(client, changes.episodes, at);

  const anime = changes.anime.filter(isVisible);
  const animeResources = await readAnimeResources(
    client,
    anime.map(({ id }) => id),
  );
  const episodeResources = await readEpisodeResources(
    client,
    changes.episodes.map(({ id }) => id),
  );
  const drafts = [
    ...anime.map(({ id, before }) => {
      const resource = need(animeResources, id);
      return {
        kind: before === null ? 'anime.created' : 'anime.updated',
        animeId: id,
        episodeId: null,
        resource,
      } as const;
    }),
    ...changes.episodes.map((change) => {
      const resource = need(episodeResources, change.id);
      return { kind: episodeEventKind(change), animeId: change.now.animeId, episodeId: change.id, resource } as const;
    }),
  ];
  if (drafts.length === 0) return [];

  const head = await client.publicationHead.update({
    where: { id: 1 },
    data: { position: { increment: drafts.length } },
  });
  const firstPosition = head.position - BigInt(drafts.length) + 1n;
  const events = drafts.map(({ kind, animeId, episodeId, resource }, index): PublishedEvent => {
    const id = uuidv7();
    return {
      position: firstPosition + BigInt(index),
      id,
      kind,
      animeId,
      episodeId,
      revision: resource.revision,
      occurredAt: at,
      payload: envelope({ id, kind, occurredAt: at, data: resource }),
    };
  });
  await insertEvents(client, { id: uuidv7(), ...source, at }, events);
  return events;
}

/** The first confirmation, once ever; everything else is an update (contract, Events). */
function episodeEventKind({ now, releaseAnnounced }: EpisodeChange): EventKind {
  return now.status === 'released' && !releaseAnnounced ? 'episode.released' : 'episode.updated';
}

function need<T>(resources: ReadonlyMap<string, T>, id: string): T {
  const resource = resources.get(id);
  if (resource === undefined) throw new Error(`${id} was written and is not there`);
  return resource;
}
