import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import { type AnimeEntity, readAnime } from '../anime/animeEntity.ts';
import { type EpisodeEntity, readEpisodes } from '../episode/episodeEntity.ts';
import type { EventKind } from '../model/vocabulary.ts';
import { groupBy } from '../reading/groupBy.ts';
import {
  type CatalogChanges,
  eventOf,
  isVisibleAnime,
  isVisibleEpisode,
  type JoinedEpisode,
  type PublicationOrigin,
  type PublishedEvent,
} from './changes.ts';
import { joinEpisodes, redirectEpisodes, reviveEpisodes } from './endedEpisodes.ts';
import { envelope } from './envelope.ts';
import type { EventLog } from './publicationExtension.ts';
import { settleRelations } from './settleRelations.ts';
import { writeAnime } from './writeAnime.ts';
import { writeEpisodes } from './writeEpisodes.ts';
import { writeRecords } from './writeRecords.ts';

/**
 * Renders an entity as the public interface serves it; an event's data is the resource as GET serves it
 * (docs/contract.md#events). A port, because the graph knows no HTTP; REST's mappings implement it.
 */
export interface PublicResources {
  anime(entity: AnimeEntity): object;
  episode(entity: EpisodeEntity): object;
}

/**
 * Publishes changes inside the caller's transaction, which must hold the lock of the head: writes the rows, records and
 * relations, increments revisions of visible changes, takes the next positions and appends the final events to the log.
 *
 * @returns the events, in order of position: an anime before its episodes, at most one per entity
 */
export async function writePublication(
  client: TransactionClient,
  resources: PublicResources,
  changes: CatalogChanges,
  origin: PublicationOrigin,
  log: EventLog,
): Promise<PublishedEvent[]> {
  const at = origin.at.toISOString();
  await writeAnime(client, changes.anime, at);
  const joined = changes.joinedEpisodes ?? new Map<string, JoinedEpisode>();
  await reviveEpisodes(client, changes.revivedEpisodes ?? []);
  await writeEpisodes(client, changes.episodes, [...joined.keys()], at);
  await redirectEpisodes(client, changes.redirectedEpisodes ?? new Map());
  await joinEpisodes(client, joined);
  await writeRecords(client, changes.records ?? [], at);

  const anime = [...changes.anime.filter(isVisibleAnime), ...(await changedByRelations(client, changes, origin))];
  const episodes = changes.episodes.filter(isVisibleEpisode);
  const animeEntities = await readAnime(
    client,
    anime.map(({ id }) => id),
  );
  const episodeEntities = await readEpisodes(
    client,
    episodes.map(({ id }) => id),
  );
  const joinedInto = groupBy([...joined], ([, { into }]) => into);
  const drafts = [
    ...anime.map(({ id, before }) => {
      const entity = need(animeEntities, id);
      const kind: EventKind = before === null ? 'anime.created' : 'anime.updated';
      const ended = origin.merge?.survivorId === id ? [origin.merge.mergedId] : [];
      return { kind, animeId: id, episodeId: null, revision: entity.revision, ended, data: resources.anime(entity) };
    }),
    ...episodes.map((change) => {
      const entity = need(episodeEntities, change.id);
      const { revision } = entity;
      const { animeId } = change.now;
      const ended = (joinedInto.get(change.id) ?? []).map(([id]) => id);
      const data = resources.episode(entity);
      return { kind: eventOf(change), animeId, episodeId: change.id, revision, ended, data };
    }),
  ];
  if (drafts.length === 0) return [];

  const head = await client.publicationHead.update({
    where: { id: 1 },
    data: { position: { increment: drafts.length } },
  });
  const firstPosition = head.position - BigInt(drafts.length) + 1n;
  const newId = idsAfter(
    await client.event.findUnique({ where: { position: firstPosition - 1n }, select: { id: true } }),
  );
  const events = drafts.map(({ data, ...draft }, index): PublishedEvent => {
    const id = newId();
    return {
      position: firstPosition + BigInt(index),
      id,
      ...draft,
      occurredAt: at,
      payload: envelope({ id, kind: draft.kind, occurredAt: at, data }),
    };
  });
  await log.append(client, events, origin);
  return events;
}

/**
 * Settles the relations of changed anime. Others that they appear at or leave are updated too, except while a dump is
 * restored, which states the revisions of both.
 * @returns those whose own value does not change
 */
async function changedByRelations(client: TransactionClient, changes: CatalogChanges, origin: PublicationOrigin) {
  const touched = new Set([
    ...changes.anime.map(({ id }) => id),
    ...(changes.records ?? []).flatMap(({ record, animeId }) => (record.type === 'anime' ? [animeId] : [])),
    ...(origin.merge === undefined ? [] : [origin.merge.mergedId]),
  ]);
  const settled = await settleRelations(client, [...touched]);
  const updated = new Set(changes.anime.filter(isVisibleAnime).map(({ id }) => id));
  const others = settled.filter((id) => !updated.has(id));
  if (others.length === 0 || changes.anime.some(({ restored }) => restored !== undefined)) return [];
  await client.anime.updateMany({
    where: { id: { in: others } },
    data: { revision: { increment: 1 }, updatedAt: origin.at },
  });
  return others.map((id) => ({ id, before: undefined }));
}

/** The times in events' ids rise with their positions, though the clock of the process before was ahead. */
function idsAfter(last: { readonly id: string } | null): () => string {
  const earliest = last === null ? 0 : Number.parseInt(last.id.replace('-', '').slice(0, 12), 16);
  return () => (Date.now() >= earliest ? uuidv7() : uuidv7({ msecs: earliest }));
}

function need<T>(entities: ReadonlyMap<string, T>, id: string): T {
  const entity = entities.get(id);
  if (entity === undefined) throw new Error(`${id} was written and is not there`);
  return entity;
}
