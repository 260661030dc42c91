import { isDeepStrictEqual } from 'node:util';
import type { TransactionClient } from '../../database/database.ts';
import { identityKey } from '../import/identity.ts';
import { type Outcome, rejected } from '../import/outcome.ts';
import type { ExternalId } from '../model/canonical.ts';
import { MOST_RELATIONS } from '../model/limits.ts';
import { nameKey } from '../model/nameKey.ts';
import { IDENTIFYING_SITES } from '../model/vocabulary.ts';
import { groupBy } from '../reading/groupBy.ts';
import { canonicalAnimeOf, canonicalEpisodeOf } from './canonicalOf.ts';
import type { DumpedAnime, DumpedEpisode, DumpedRecord, DumpedTerm } from './dumpRecord.ts';
import { readDumpedAnime, readDumpedEpisodes, readDumpedTerms } from './readDumpedRecords.ts';

/** What a batch of a dump's records would collide with: ids, slugs, names and numbers that are taken. */
export interface RestoreConflicts {
  /** The outcome of a record; what a created one takes conflicts with later ones. */
  check(record: DumpedRecord): Outcome;
}

/** Reads what these records could collide with. */
export async function loadRestoreConflicts(
  client: TransactionClient,
  records: readonly DumpedRecord[],
): Promise<RestoreConflicts> {
  const anime = records.filter((it) => it.type === 'anime');
  const episodes = records.filter((it) => it.type === 'episode');
  const animeIds = [...anime.map(({ sourceId }) => sourceId), ...episodes.map((it) => it.anime.sourceId)];
  const ledIds = [...anime.flatMap(({ mergedIds }) => mergedIds), ...episodes.flatMap(({ endedIds }) => endedIds)];
  const found = new FoundConflicts();
  for (const type of ['genre', 'studio'] as const) {
    if (!records.some((it) => it.type === type)) continue;
    for (const term of await readDumpedTerms(client, type)) found.addTerm(term);
  }
  for (const it of await readDumpedAnime(client, { where: { id: { in: animeIds } } })) found.addAnime(it);
  const numbers = [...groupBy(episodes, (it) => it.anime.sourceId)].map(([animeId, its]) => ({
    animeId,
    number: { in: its.map(({ number }) => number) },
  }));
  const known = { OR: [{ id: { in: episodes.map(({ sourceId }) => sourceId) } }, ...numbers] };
  for (const it of await readDumpedEpisodes(client, { where: known })) found.addEpisode(it);
  const ids = [...animeIds, ...episodes.map(({ sourceId }) => sourceId), ...ledIds];
  for (const id of await takenIds(client, ids)) found.ids.add(id);
  const stated = anime.flatMap(({ externalIds }) => externalIds);
  for (const id of await takenIdentities(client, stated)) found.identities.add(id);
  return found;
}

class FoundConflicts implements RestoreConflicts {
  readonly ids = new Set<string>();
  readonly identities = new Set<string>();
  readonly #slugs = new Map<string, DumpedTerm>();
  readonly #keys = new Set<string>();
  readonly #anime = new Map<string, DumpedAnime>();
  readonly #episodes = new Map<string, DumpedEpisode>();
  readonly #numbers = new Set<string>();

  addTerm(term: DumpedTerm): void {
    this.#slugs.set(`${term.type} ${term.slug}`, term);
    this.#keys.add(keyOf(term));
  }

  addAnime(anime: DumpedAnime): void {
    this.#anime.set(anime.sourceId, anime);
    for (const id of [anime.sourceId, ...anime.mergedIds]) this.ids.add(id);
    for (const id of identitiesIn(anime)) this.identities.add(identityKey(id));
  }

  addEpisode(episode: DumpedEpisode): void {
    this.#episodes.set(episode.sourceId, episode);
    this.#numbers.add(numberOf(episode));
    for (const id of [episode.sourceId, ...episode.endedIds]) this.ids.add(id);
  }

  check(record: DumpedRecord): Outcome {
    if (record.type === 'anime') return this.#checkAnime(record);
    if (record.type === 'episode') return this.#checkEpisode(record);
    const known = this.#slugs.get(`${record.type} ${record.slug}`);
    if (known !== undefined) return same(known, record, `${record.type} ${record.slug}`);
    if (this.#keys.has(keyOf(record)))
      return rejected('/name', `another slug than ${record.slug} has this name already`);
    this.addTerm(record);
    return { kind: 'created' };
  }

  #checkAnime(record: DumpedAnime): Outcome {
    const known = this.#anime.get(record.sourceId);
    if (known !== undefined) return same(known, record, `anime ${record.sourceId}`);
    const taken = [record.sourceId, ...record.mergedIds].find((id) => this.ids.has(id));
    if (taken !== undefined) return rejected(null, `the identifier ${taken} is taken`);
    const identity = identitiesIn(record).find((it) => this.identities.has(identityKey(it)));
    if (identity !== undefined) {
      const { site, id } = identity;
      return rejected(
        '/externalIds',
        `another anime has the id ${id} at ${site}: a dump is restored into an empty database`,
      );
    }
    this.addAnime(record);
    return { kind: 'created' };
  }

  #checkEpisode(record: DumpedEpisode): Outcome {
    const known = this.#episodes.get(record.sourceId);
    if (known !== undefined) return same(known, record, `episode ${record.sourceId}`);
    const taken = [record.sourceId, ...record.endedIds].find((id) => this.ids.has(id));
    if (taken !== undefined) return rejected(null, `the identifier ${taken} is taken`);
    if (!this.#anime.has(record.anime.sourceId)) {
      return rejected('/anime', `anime ${record.anime.sourceId} must stand earlier in the dump`);
    }
    if (this.#numbers.has(numberOf(record))) {
      return rejected('/number', `another episode of the anime has the number ${record.number}`);
    }
    this.addEpisode(record);
    return { kind: 'created' };
  }
}

function same(known: DumpedRecord, record: DumpedRecord, name: string): Outcome {
  const isSame = isDeepStrictEqual(statementOf(known), statementOf(record));
  if (isSame && !hasOtherRelations(known, record)) return { kind: 'unchanged' };
  return rejected(null, `the catalogue has ${name} with other values: a dump is restored into an empty database`);
}

/** Relations to anime that are restored later are still missing, as is the end of a list that exceeds its limit. */
function hasOtherRelations(known: DumpedRecord, record: DumpedRecord): boolean {
  if (known.type !== 'anime' || record.type !== 'anime' || record.relations.length === MOST_RELATIONS.shown)
    return false;
  return known.relations.some((it) => !record.relations.some((other) => isDeepStrictEqual(it, other)));
}

/** The statements of a record apart from relations; an absent member equals null. */
function statementOf(record: DumpedRecord): unknown {
  if (record.type !== 'anime' && record.type !== 'episode') return record;
  const { revision, createdAt, updatedAt } = record;
  const facts = [revision, createdAt, updatedAt];
  return record.type === 'anime'
    ? [canonicalAnimeOf({ ...record, relations: [] }), record.mergedIds, ...facts]
    : [canonicalEpisodeOf(record), record.endedIds, ...facts];
}

const keyOf = ({ type, name, recordName }: DumpedTerm) => `${type} ${nameKey(recordName ?? name)}`;
const numberOf = ({ anime, number }: DumpedEpisode) => `${anime.sourceId} ${number}`;
const identitiesIn = ({ externalIds }: DumpedAnime) => externalIds.filter(({ site }) => IDENTIFYING_SITES.has(site));

async function takenIds(client: TransactionClient, ids: readonly string[]): Promise<string[]> {
  const among = { where: { id: { in: [...ids] } }, select: { id: true } };
  const anime = await client.anime.findMany(among);
  const episodes = await client.episode.findMany(among);
  const aliases = await client.episodeAlias.findMany(among);
  return [...anime, ...episodes, ...aliases].map(({ id }) => id);
}

async function takenIdentities(client: TransactionClient, ids: readonly ExternalId[]): Promise<string[]> {
  const bySite = groupBy(
    ids.filter(({ site }) => IDENTIFYING_SITES.has(site)),
    ({ site }) => site,
  );
  const rows = await client.animeExternalId.findMany({
    where: { OR: [...bySite].map(([site, its]) => ({ site, externalId: { in: its.map(({ id }) => id) } })) },
    select: { site: true, externalId: true },
  });
  return rows.map(({ site, externalId }) => identityKey({ site, id: externalId }));
}
