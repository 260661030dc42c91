import type { TransactionClient } from '../../database/database.ts';
import { CatalogDraft } from '../import/catalogDraft.ts';
import { draftChanges } from '../import/draftChanges.ts';
import { episodeChange } from '../import/episodeChange.ts';
import { loadAnime } from '../import/loadDraft.ts';
import { REVIEW_SOURCE } from '../import/record.ts';
import { saveRecords } from '../import/statements/saveRecords.ts';
import { type StoredEpisode, selectEpisodeDrafts } from '../import/statements/selectEpisodeDrafts.ts';
import { animeFields } from '../model/animeFields.ts';
import { CatalogError } from '../model/errors.ts';
import type { EpisodeChange } from '../publication/changes.ts';
import type { Publication } from '../publication/publications.ts';
import type { PublishingPorts } from '../publication/publishingPorts.ts';
import { readJson } from '../reading/sqlText.ts';
import type { Reviewer } from './decideProposal.ts';
import { describeDifference, differenceOf, type FieldDifference } from './difference.ts';
import { digestOf } from './digestOf.ts';
import { keepAfterMerge, keepBeforeMerge } from './statements/keepMerge.ts';

export interface MergeResult {
  /** The survivor. */
  readonly animeId: string;
  /** What changes of the survivor. */
  readonly difference: readonly FieldDifference[];
  readonly episodesMoved: number;
  /** How many of those become one with an episode of the survivor. */
  readonly episodesJoined: number;
  readonly events: number;
  /** Names all of this and what it rests on: whatever moves, the name is another. */
  readonly seen: string;
}

/** How a merge is asked for. */
export interface MergeSettings {
  /** Tell what would come of it and undo it. */
  readonly dryRun?: boolean;
  /** The token of a dry run: merge as that told, or not at all. */
  readonly seen?: string | null;
}

/**
 * Makes two canonical anime one (docs/decisions.md#merge): records, external ids and episodes move to the survivor, which is merged
 * anew; the other's id leads to it from now on. An episode whose number the survivor has too becomes one with that, and its id
 * leads there.
 * @throws CatalogError not_found; conflict when one of them was merged before, or when what would come of it is not what was seen
 */
export async function mergeAnime(
  ports: PublishingPorts,
  loserId: string,
  survivorId: string,
  reviewer: Reviewer,
  { dryRun = false, seen = null }: MergeSettings = {},
): Promise<MergeResult> {
  if (loserId === survivorId) {
    throw new CatalogError('invalid_parameter', 'An anime cannot be merged into itself.', { parameter: 'into' });
  }
  const merge = async ({ client, publish }: Publication): Promise<MergeResult> => {
    await requireStanding(client, loserId, 'anime');
    await requireStanding(client, survivorId, 'into');
    const at = ports.now();
    const draft = new CatalogDraft();
    for (const source of await client.source.findMany()) draft.sources.set(source.name, source);
    await loadAnime(client, draft, [loserId, survivorId]);
    const [loser, survivor] = [draft.anime.get(loserId), draft.anime.get(survivorId)];
    if (loser === undefined || survivor === undefined) throw new Error('both anime were there a moment ago');

    await keepBeforeMerge(client, loserId, survivorId, at);
    draft.anime.absorb(survivor, loser);
    const moved = await moveEpisodes(client, draft, loserId, survivorId);
    await client.anime.updateMany({
      where: { OR: [{ id: loserId }, { mergedIntoId: loserId }] },
      data: { mergedIntoId: survivorId },
    });
    await client.animeExternalId.deleteMany({ where: { animeId: loserId } });
    await client.animeGenre.deleteMany({ where: { animeId: loserId } });
    await client.animeStudio.deleteMany({ where: { animeId: loserId } });
    await client.$executeRaw`
      UPDATE proposal SET candidates = array_replace(array_remove(candidates, ${survivorId}::uuid), ${loserId}::uuid, ${survivorId}::uuid)
      WHERE status = 'pending' AND ${loserId}::uuid = ANY (candidates)`;
    await client.$executeRaw`
      DELETE FROM source_record WHERE type = 'anime' AND source = ${REVIEW_SOURCE} AND source_id = ${loserId}`;

    const now = survivor.now ?? fail();
    const told = {
      difference: differenceOf(animeFields, survivor.stored, now),
      episodesMoved: moved,
      episodesJoined: draft.episodes.joined.size,
    };
    const token = tokenOf([loser, survivor, ...draft.episodes.values()], told);
    if (seen !== null && seen !== token) {
      const difference = describeDifference(told.difference);
      throw new CatalogError(
        'conflict',
        `This is not the merge that you have seen: one of the anime has changed since. It would now change ${difference} and move ${moved} episodes. Having seen that, merge with seen ${token}.`,
      );
    }
    const changed = draftChanges(draft);
    const twins = new Set([...draft.episodes.joined.values()].map(({ into }) => into));
    const changes = {
      ...changed,
      anime: [
        ...changed.anime.filter(({ id }) => id !== survivorId),
        { id: survivorId, before: survivor.stored, now, decided: true },
      ],
      episodes: [...changed.episodes.filter(({ id }) => !twins.has(id)), ...joinedChanges(draft, twins)],
    };
    const ids = { mergedId: loserId, survivorId };
    const source = { kind: 'review', actor: reviewer.name, reason: reviewer.reason, merge: ids, at } as const;
    const events = await publish(changes, source);
    await saveRecords(client, [...draft.written.values()], at);
    await keepAfterMerge(client, loserId, survivorId);
    return { animeId: survivorId, ...told, events: events.length, seen: token };
  };
  return await (dryRun ? ports.publications.rehearse(merge) : ports.publications.transaction(merge));
}

function tokenOf(concerned: readonly { readonly id: string; readonly revision: number }[], told: object): string {
  const revisions = concerned.map(({ id, revision }) => [id, revision]);
  return digestOf([revisions, told]);
}

async function requireStanding(client: TransactionClient, id: string, parameter: string): Promise<void> {
  const anime = await client.anime.findUnique({ where: { id }, select: { mergedIntoId: true } });
  if (anime === null) throw new CatalogError('not_found', `There is no anime ${id}.`, { parameter });
  if (anime.mergedIntoId !== null) {
    throw new CatalogError('conflict', `Anime ${id} was merged into ${anime.mergedIntoId} before.`, { parameter });
  }
}

/** @returns how many episodes moved */
async function moveEpisodes(client: TransactionClient, draft: CatalogDraft, loserId: string, survivorId: string) {
  const rows = await client.episode.findMany({ where: { animeId: loserId }, select: { id: true, number: true } });
  const twins = rows.map(({ number }) => ({ animeId: survivorId, number: Number(number) }));
  const stored = await readJson<StoredEpisode[]>(
    client,
    selectEpisodeDrafts(
      rows.map(({ id }) => id),
      twins,
    ),
  );
  for (const episode of stored) draft.episodes.load(episode);

  for (const { id } of rows) {
    const episode = draft.episodes.get(id);
    if (episode?.now == null) continue;
    const twin = draft.episodes.ofNumber(survivorId, episode.now.number);
    draft.episodes.absorb(twin ?? episode, episode, survivorId);
  }
  return rows.length;
}

/** An episode that another one became is an update by itself, whatever its fields say. */
function joinedChanges(draft: CatalogDraft, twins: ReadonlySet<string>): EpisodeChange[] {
  return [...twins].flatMap((id) => {
    const episode = draft.episodes.get(id);
    const change = episode === undefined ? null : episodeChange(episode);
    return change === null ? [] : [{ ...change, decided: true }];
  });
}

function fail(): never {
  throw new Error('a merged anime has a canonical value');
}
