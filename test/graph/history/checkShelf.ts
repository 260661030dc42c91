import { expect } from '@jest/globals';
import { identitiesOf, identityKey } from '../../../src/graph/import/identity.ts';
import type { AnimeRecord } from '../../../src/graph/import/record.ts';
import { IDENTIFYING_SITES } from '../../../src/graph/model/vocabulary.ts';
import { slugOf } from '../../../src/graph/publication/assignTerms.ts';
import type { RestApi } from '../../rest/support/openRestApi.ts';
import { wrongTerms } from '../wrongTerms.ts';
import { inOrder, type ModelRecord, modelAnime, modelEpisode, modelIds } from './model.ts';

/** Entities edited by hand, with the last position before each edit: until their next event they show what nobody published. */
export type Edits = ReadonlyMap<string, readonly bigint[]>;

interface StoredRecord extends ModelRecord {
  readonly type: 'anime' | 'episode';
  readonly animeId: string;
  readonly episodeId: string | null;
}

interface StoredEvent {
  readonly entityId: string;
  readonly position: bigint;
  readonly kind: string;
  readonly revision: number;
  readonly reviewed: boolean;
  readonly ended: readonly string[];
  readonly data: Record<string, unknown>;
}

/** Fails where the shelf is not what its records and decisions make it, or where readers and receivers were told otherwise. */
export async function checkShelf(
  api: RestApi,
  prefix: string,
  edits: Edits,
  ended: ReadonlySet<string>,
): Promise<void> {
  const { client } = api.catalog.database;
  expect(await wrongTerms(api.catalog.database)).toEqual([]);
  const records = await readRecords(api, prefix);
  const order = (await client.source.findMany({ orderBy: { priority: 'asc' } })).map(({ name }) => name);
  const ids = [...new Set(records.map(({ animeId }) => animeId))];
  const aliases = await client.episodeAlias.findMany({ where: { episode: { animeId: { in: ids } } } });
  const events = await readEvents(api, ids, [
    ...records.flatMap(({ episodeId }) => episodeId ?? []),
    ...aliases.map(({ id }) => id),
  ]);
  const isAnnounced = (id: string) => (events.get(id) ?? []).some(({ kind }) => kind === 'episode.released');
  for (const { id, revision, releaseAnnounced } of aliases) {
    checkEvents(events.get(id) ?? [], revision, edits.get(id), true);
    expect([id, releaseAnnounced]).toEqual([id, isAnnounced(id)]);
    // A mirror has forgotten it.
    const endings = [...events.values()].flat().filter((event) => event.ended.includes(id));
    const last = events.get(id)?.at(-1)?.position ?? 0n;
    expect([id, endings.some(({ position }) => position > last)]).toEqual([id, true]);
  }
  const isEdited = (id: string) => (edits.get(id)?.at(-1) ?? -1n) >= (events.get(id)?.at(-1)?.position ?? 0n);

  const anime = await client.anime.findMany({ where: { id: { in: ids } } });
  expect(anime.filter(({ mergedIntoId }) => mergedIntoId !== null)).toEqual([]);
  for (const { id, revision } of anime) {
    const served = await get(api, `/v1/anime/${id}`);
    const own = inOrder(
      records.filter((it) => it.type === 'anime' && it.animeId === id),
      order,
    );
    checkEvents(events.get(id) ?? [], revision, edits.get(id));
    if (!isEdited(id)) {
      expect(events.get(id)?.at(-1)?.data).toEqual(served);
      expect(shownAnime(served)).toEqual(modelledAnime(own));
      const shown = (served.externalIds as { site: string; id: string }[]).map(({ site, id: it }) => `${site} ${it}`);
      // An identifying id may belong to another anime that states it (checkIdentities); all others are shown.
      const isShown = (it: string) => shown.includes(it) || !IDENTIFYING_SITES.has(it.split(' ')[0] ?? '');
      expect(shown).toEqual(modelIds(own, IDENTIFYING_SITES).filter(isShown));
    }
    const { items } = (await get(api, `/v1/anime/${id}/episodes?limit=100`)) as { items: Record<string, unknown>[] };
    const said = records.filter((it) => it.type === 'episode' && it.animeId === id && it.source !== 'review');
    expect(items.map(({ number }) => number)).toEqual(
      [...new Set(said.map(({ record }) => record.number as number))].sort((a, b) => a - b),
    );
    for (const item of items) {
      const episodeId = item.id as string;
      const at = inOrder(
        records.filter((it) => it.episodeId === episodeId),
        order,
      );
      const numbers = at.flatMap(({ source, record }) => (source === 'review' ? [] : [record.number]));
      expect(new Set(numbers)).toEqual(new Set([item.number]));
      checkEvents(events.get(episodeId) ?? [], item.revision as number, edits.get(episodeId), ended.has(episodeId));
      const { releaseAnnounced } = await client.episode.findUniqueOrThrow({ where: { id: episodeId } });
      expect([episodeId, releaseAnnounced]).toEqual([episodeId, isAnnounced(episodeId)]);
      if (isEdited(episodeId)) continue;
      // Whoever asks for releases alone has been told of each, under its id or one that leads to it.
      const told = [episodeId, ...aliases.filter((it) => it.episodeId === episodeId).map((it) => it.id)].some(
        isAnnounced,
      );
      if (item.status === 'released') expect([episodeId, told]).toEqual([episodeId, true]);
      // What it tells of its anime is a convenience outside its revision.
      expect({ ...events.get(episodeId)?.at(-1)?.data, anime: { id } }).toEqual({ ...item, anime: { id } });
      expect(item).toMatchObject(modelEpisode(at));
    }
  }
  await checkIdentities(api, records);
}

/** Every identifying id that is stated belongs to one anime that states it. */
async function checkIdentities(api: RestApi, records: readonly StoredRecord[]): Promise<void> {
  const stated = new Map<string, Set<string>>();
  for (const { type, animeId, source, sourceId, record } of records) {
    if (type === 'episode' || source === 'review') continue;
    for (const id of identitiesOf({ source, sourceId, externalIds: record.externalIds as AnimeRecord['externalIds'] }))
      stated.set(identityKey(id), (stated.get(identityKey(id)) ?? new Set()).add(animeId));
  }
  const rows = await api.catalog.database.client.animeExternalId.findMany({
    where: { animeId: { in: records.map(({ animeId }) => animeId) } },
  });
  const owned = new Map(rows.map(({ site, externalId, animeId }) => [identityKey({ site, id: externalId }), animeId]));
  for (const [id, statedBy] of stated) expect([...statedBy]).toContain(owned.get(id));
}

/**
 * Revisions rise one by one to the row's; each event tells something new, unless two became one, somebody edited the row
 * by hand or the id had led elsewhere for a time; one release. The release itself is new where another episode, which was one with
 * this for a time, had announced it.
 */
function checkEvents(
  events: readonly StoredEvent[],
  revision: number,
  edits: readonly bigint[] = [],
  hadEnded = false,
): void {
  expect(events.map((event) => event.revision)).toEqual(Array.from({ length: revision }, (_, index) => index + 1));
  expect(events.filter(({ kind }) => kind === 'episode.released').length).toBeLessThanOrEqual(1);
  for (const [index, event] of events.entries()) {
    const before = events[index - 1];
    if (before === undefined || event.reviewed || hadEnded || event.kind === 'episode.released') continue;
    if (event.ended.length > 0) continue;
    if (edits.some((position) => before.position <= position && position < event.position)) continue;
    const told = ({ data: { revision: _revision, updatedAt: _updatedAt, ...rest } }: StoredEvent) => rest;
    expect(told(event)).not.toEqual(told(before));
  }
}

function shownAnime(served: Record<string, unknown>): object {
  const slugs = (terms: unknown) => (terms as { slug: string }[]).map(({ slug }) => slug);
  const { title, alternativeTitles, format, year, episodes, synopsis, isAdult, images } = served;
  const shown = { title, alternativeTitles, format, year, episodes, synopsis, isAdult, images };
  return { ...shown, genres: slugs(served.genres), studios: slugs(served.studios) };
}

function modelledAnime(records: readonly ModelRecord[]): object {
  const model = modelAnime(records);
  return { ...model, genres: model.genres.map(slugOf), studios: model.studios.map(slugOf) };
}

async function get(api: RestApi, target: string): Promise<Record<string, unknown>> {
  const answer = await api.get(target);
  expect([target, answer.status]).toEqual([target, 200]);
  return answer.json();
}

async function readRecords(api: RestApi, prefix: string): Promise<StoredRecord[]> {
  const { client } = api.catalog.database;
  const said = await client.sourceRecord.findMany({ where: { sourceId: { startsWith: prefix } } });
  const decided = await client.sourceRecord.findMany({
    where: { source: 'review', animeId: { in: said.map(({ animeId }) => animeId) } },
  });
  return [...said, ...decided].map(({ batch, statusBatch, record, ...rest }) => ({
    ...rest,
    batch: Number(batch),
    statusBatch: Number(statusBatch ?? batch),
    record: record as Record<string, unknown>,
  }));
}

async function readEvents(
  api: RestApi,
  animeIds: readonly string[],
  episodeIds: readonly string[],
): Promise<Map<string, StoredEvent[]>> {
  const rows = await api.catalog.database.client.event.findMany({
    // An episode that moved has told of itself under its anime of before.
    where: { OR: [{ animeId: { in: [...animeIds] } }, { episodeId: { in: [...episodeIds] } }] },
    orderBy: { position: 'asc' },
    include: { publication: true },
  });
  const events = new Map<string, StoredEvent[]>();
  for (const { position, kind, animeId, episodeId, revision, payload, ended, publication } of rows) {
    const entityId = episodeId ?? animeId;
    const { data } = JSON.parse(payload) as { data: Record<string, unknown> };
    const event = {
      entityId,
      position,
      kind: kind.replace('_', '.'),
      revision,
      reviewed: publication.kind === 'review',
      ended,
      data,
    };
    events.set(entityId, [...(events.get(entityId) ?? []), event]);
  }
  return events;
}
