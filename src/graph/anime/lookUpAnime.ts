import type { Database } from '../../database/database.ts';
import type { ExternalIdInput } from '../generated/resolvers.ts';
import { invalidParameter } from '../model/errors.ts';
import { IDENTIFYING_SITES } from '../model/vocabulary.ts';
import type { Loaders } from '../reading/loaders.ts';
import { type LookupResult, lookupOf } from '../reading/lookup.ts';
import { checkBulk } from '../reading/pageSize.ts';
import type { WantedNodes } from '../reading/selection.ts';
import { type AnimeEntity, animeSource } from './animeEntity.ts';

interface LookupContext {
  readonly database: Pick<Database, 'read'>;
  readonly loaders: Loaders;
}

const byIds = lookupOf({
  source: animeSource,
  found: (ids, bindings) => survivorsOf(`unnest(${bindings.add(ids, 'uuid[]')}) WITH ORDINALITY k (id, n)`),
  parameter: 'ids',
});

/** Anime by canonical ids; a merged one's leads to the survivor. */
export function lookUpAnimeByIds(
  { loaders }: LookupContext,
  ids: readonly string[],
  wanted: WantedNodes,
): Promise<LookupResult<AnimeEntity>> {
  return loaders.of(byIds).find(checkBulk(ids), wanted);
}

/** Between site and id; PostgreSQL's text cannot hold it, so neither contains it. */
const SEPARATOR = '\0';

const byExternalIds = lookupOf({
  source: animeSource,
  found: (texts, bindings) => {
    const keys = texts.map((text) => text.split(SEPARATOR));
    const [sites, ids] = [0, 1].map((part) =>
      bindings.add(
        keys.map((key) => key[part] ?? ''),
        'text[]',
      ),
    );
    return survivorsOf(`(SELECT x.anime_id AS id, k.n FROM unnest(${sites}, ${ids}) WITH ORDINALITY k (site, id, n)
      JOIN anime_external_id x ON x.site = k.site AND x.external_id = k.id) k`);
  },
  parameter: 'externalId',
});

/**
 * Anime by their ids at other sites. An id of a site that does not identify can lead to several anime, by ascending
 * canonical id.
 * @throws CatalogError `invalid_parameter` for a site that is unknown, so that a typo is no empty answer
 */
export async function lookUpAnimeByExternalIds(
  { database, loaders }: LookupContext,
  externalIds: readonly ExternalIdInput[],
  wanted: WantedNodes,
): Promise<LookupResult<AnimeEntity>> {
  const keys = checkBulk(externalIds, 'externalId').map(({ site, id }) => [holdable(site), holdable(id)] as const);
  const result = await loaders.of(byExternalIds).find(
    keys.map((key) => key.join(SEPARATOR)),
    wanted,
  );
  const missing = result.missing.flatMap((at) => keys[at]?.[0] ?? []);
  if (missing.length > 0) await checkSites(database, missing);
  return result;
}

/** SELECT of the last survivors after merges. @param asked a FROM item `k` with the columns `n` and `id` */
function survivorsOf(asked: string): string {
  return `WITH RECURSIVE line (n, id, next) AS (
      SELECT k.n, a.id, a.merged_into_id FROM ${asked} JOIN anime a ON a.id = k.id
      UNION SELECT line.n, a.id, a.merged_into_id FROM line JOIN anime a ON a.id = line.next
    ) SELECT n, id FROM line WHERE next IS NULL`;
}

/** PostgreSQL's text holds neither NUL nor lone surrogates, so no stored id has them: the empty text finds nothing. */
function holdable(text: string): string {
  return text.includes(SEPARATOR) || /\p{Surrogate}/u.test(text) ? '' : text;
}

async function checkSites(database: Pick<Database, 'read'>, sites: readonly string[]): Promise<void> {
  const unsure = [...new Set(sites)].filter((site) => !IDENTIFYING_SITES.has(site));
  if (unsure.length === 0) return;
  // One step into the index for each site, instead of all ids.
  const text = `WITH RECURSIVE known (site) AS (
      (SELECT min(site) FROM anime_external_id)
      UNION ALL SELECT (SELECT min(x.site) FROM anime_external_id x WHERE x.site > known.site) FROM known WHERE known.site IS NOT NULL
    ) SELECT site FROM known WHERE site IS NOT NULL`;
  const known = (await database.read({ text, values: [] })).flatMap(([site]) => site ?? []);
  const unknown = unsure.find((site) => !known.includes(site));
  if (unknown === undefined) return;
  const all = [...new Set([...IDENTIFYING_SITES, ...known])].join(', ');
  throw invalidParameter('externalId', `there is no site ${JSON.stringify(unknown)}; ids are known at ${all}.`);
}
