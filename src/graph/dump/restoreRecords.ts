import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import { identityKey } from '../import/identity.ts';
import type { BatchReport, ImportNotice } from '../import/importCatalog.ts';
import { type Outcome, type RejectedOutcome, rejected } from '../import/outcome.ts';
import { firstFault } from '../import/validateRecord.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_BATCH } from '../model/limits.ts';
import { nameKey } from '../model/nameKey.ts';
import type { PublishingPorts } from '../publication/publications.ts';
import { canonicalAnimeOf, canonicalEpisodeOf } from './canonicalOf.ts';
import {
  type DumpedAnime,
  type DumpedEpisode,
  type DumpedRecord,
  type DumpedTerm,
  dumpedSchemas,
} from './dumpRecord.ts';
import { loadRestoreConflicts } from './restoreConflicts.ts';

interface Restored {
  readonly terms: DumpedTerm[];
  readonly anime: DumpedAnime[];
  readonly episodes: DumpedEpisode[];
}

/**
 * Restores a batch of a dump's records in one publication: with their identifiers, revisions and times, as their first
 * import. A record that equals the catalogue's is unchanged; one that differs from it, or whose place is taken, is
 * rejected.
 * @throws CatalogError invalid_request for more than 1,000 records
 */
export async function restoreRecords(
  ports: PublishingPorts,
  { records, actor }: { readonly records: readonly unknown[]; readonly actor: string | null },
): Promise<BatchReport> {
  if (records.length > LARGEST_BATCH) {
    throw new CatalogError('invalid_request', `A batch holds at most ${LARGEST_BATCH} records, not ${records.length}.`);
  }
  const validations = records.map(validateDumped);
  const valid = validations.flatMap((it) => (it.ok ? [it.record] : []));
  return await ports.publications.transaction(async (publication) => {
    const { client, publish } = publication;
    const conflicts = await loadRestoreConflicts(client, valid);
    const restored: Restored = { terms: [], anime: [], episodes: [] };
    const outcomes = validations.map((it): Outcome => {
      if (!it.ok) return it.rejection;
      const { record } = it;
      const outcome = conflicts.check(record);
      if (outcome.kind !== 'created') return outcome;
      if (record.type === 'anime') restored.anime.push(record);
      else if (record.type === 'episode') restored.episodes.push(record);
      else restored.terms.push(record);
      return outcome;
    });
    await insertTerms(client, restored.terms);
    const changes = { anime: restored.anime.map(animeChange), episodes: restored.episodes.map(episodeChange) };
    await publish(changes, { kind: 'import', actor, at: ports.now() });
    const ignoredMembers = validations.reduce((sum, it) => sum + (it.ok ? it.ignoredMembers : 0), 0);
    return { ...report(outcomes), ignoredMembers, position: publication.position };
  });
}

function animeChange({ revision, createdAt, updatedAt, mergedIds, ...record }: DumpedAnime) {
  const restored = { revision, createdAt, updatedAt, led: mergedIds };
  return { id: record.sourceId, before: null, now: canonicalAnimeOf(record), restored };
}

function episodeChange({ revision, createdAt, updatedAt, endedIds, ...record }: DumpedEpisode) {
  const restored = { revision, createdAt, updatedAt, led: endedIds };
  const announced = { announcedItself: false, releaseAnnounced: false };
  return { id: record.sourceId, before: null, now: canonicalEpisodeOf(record), restored, ...announced };
}

/** Before the anime that name them: a term's slug is the dump's. */
async function insertTerms(client: TransactionClient, terms: readonly DumpedTerm[]): Promise<void> {
  for (const table of ['genre', 'studio'] as const) {
    const data = terms
      .filter(({ type }) => type === table)
      .map(({ slug, name, recordName }) => ({ id: uuidv7(), slug, name, key: nameKey(recordName ?? name) }));
    // Prisma gives the two tables identical but unrelated types.
    if (data.length > 0) await (client[table] as TransactionClient['genre']).createMany({ data });
  }
}

function report(outcomes: readonly Outcome[]) {
  const counts = { created: 0, updated: 0, unchanged: 0, held: 0, proposed: 0, rejected: 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  const notices = outcomes.flatMap((outcome, index): ImportNotice[] =>
    outcome.kind === 'rejected'
      ? [{ index, outcome: 'rejected', reason: outcome.reason, pointer: outcome.pointer, proposalId: null }]
      : [],
  );
  return { ...counts, notices };
}

type DumpedValidation =
  | { readonly ok: true; readonly record: DumpedRecord; readonly ignoredMembers: number }
  | { readonly ok: false; readonly rejection: RejectedOutcome };

/** Reads one line of a dump after its first. Unknown members are dropped and counted. */
function validateDumped(value: unknown): DumpedValidation {
  const { type } = Object(value) as { type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(dumpedSchemas, type)) {
    return refuse('/type', 'type must be "genre", "studio", "anime" or "episode"');
  }
  const schema = dumpedSchemas[type as DumpedRecord['type']];
  const result = schema.safeParse(value);
  if (!result.success) {
    const { name, message, pointer } = firstFault(result.error);
    return refuse(pointer, `${name ?? 'the record'} ${message}`);
  }
  const record = result.data;
  const fault = contradictionIn(record);
  if (fault !== null) return { ok: false, rejection: fault };
  const unknown = Object.keys(Object(value)).filter((member) => !(member in schema.shape));
  return { ok: true, record, ignoredMembers: unknown.length };
}

function refuse(pointer: string | null, reason: string): DumpedValidation {
  return { ok: false, rejection: rejected(pointer, reason) };
}

function contradictionIn(record: DumpedRecord): RejectedOutcome | null {
  if (record.type === 'episode') {
    const isReleased = record.status === 'released';
    if (isReleased === ((record.releasedAt ?? null) !== null)) return null;
    return rejected('/releasedAt', 'releasedAt must stand with the status released, and with no other');
  }
  if (record.type !== 'anime') return null;
  const lists = {
    genres: record.genres?.map(nameKey),
    studios: record.studios?.map(nameKey),
    externalIds: record.externalIds.map(identityKey),
    mergedIds: record.mergedIds,
    relations: record.relations.map(({ anime }) => anime.sourceId),
  };
  const twice = Object.entries(lists).find(([, keys = []]) => new Set(keys).size < keys.length);
  return twice === undefined ? null : rejected(`/${twice[0]}`, `${twice[0]} must name each of them once`);
}
