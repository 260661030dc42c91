import type { TransactionClient } from '../../database/database.ts';
import type { ExternalIdInput } from '../generated/resolvers.ts';
import { invalidParameter } from '../model/errors.ts';
import { IDENTIFYING_SITES, plainId } from '../model/vocabulary.ts';
import { groupBy } from '../reading/groupBy.ts';
import { type Loaders, type ReadingContext, sharedLoader } from '../reading/loaders.ts';
import { type Lookup, lookupOf } from '../reading/lookup.ts';
import { checkBulk } from '../reading/pageSize.ts';
import { survivorOf } from './animeKeys.ts';

/** Anime by canonical ids; a merged one's leads to the survivor. @throws CatalogError `invalid_parameter` */
export async function lookUpAnimeByIds(loaders: Loaders, ids: readonly string[]): Promise<Lookup> {
  return lookupOf(
    await survivorsOf(
      loaders,
      checkBulk(ids).map((id) => [id]),
    ),
    'ids',
  );
}

interface ExternalKey {
  readonly site: string;
  readonly id: string;
}

const keyOf = ({ site, id }: ExternalKey) => `${site}\0${id}`;

/**
 * Ids of the anime, merged or not, that an id at another site names. By site: Prisma compiles each shape of a `where`,
 * and one OR for each key would be a shape for each request.
 */
const animeIdLoader = sharedLoader(async (client: TransactionClient, keys: readonly ExternalKey[]) => {
  const rows = await client.animeExternalId.findMany({
    where: {
      OR: [...groupBy(keys, ({ site }) => site)].map(([site, its]) => ({
        site,
        externalId: { in: its.map(({ id }) => id) },
      })),
    },
    select: { site: true, externalId: true, animeId: true },
    orderBy: { animeId: 'asc' },
  });
  return groupBy(rows, ({ site, externalId }) => keyOf({ site, id: externalId }));
}, keyOf);

/**
 * Anime by their ids at other sites. An id of a site that does not identify can lead to several anime, by ascending
 * canonical id.
 * @throws CatalogError `invalid_parameter` for a site that is unknown, so that a typo is no empty answer
 */
export async function lookUpAnimeByExternalIds(
  { database, loaders }: Pick<ReadingContext, 'database' | 'loaders'>,
  externalIds: readonly ExternalIdInput[],
): Promise<Lookup> {
  const keys = checkBulk(externalIds, 'externalId').map(({ site, id }) => ({
    site: holdable(site),
    id: plainId(site, holdable(id)),
  }));
  const named = await Promise.all(keys.map((key) => loaders.of(animeIdLoader).load(key)));
  const targets = await survivorsOf(
    loaders,
    named.map((rows) => (rows ?? []).map(({ animeId }) => animeId)),
  );
  const lookup = lookupOf(targets, 'externalId');
  if (lookup.missing.length > 0) {
    await checkSites(
      database.client,
      lookup.missing.flatMap((at) => keys[at]?.site ?? []),
    );
  }
  return lookup;
}

/** What each list of ids leads to after merges, by ascending id. */
function survivorsOf(loaders: Loaders, ids: readonly (readonly string[])[]) {
  return Promise.all(
    ids.map(async (each) => {
      const found = await Promise.all(each.map((id) => survivorOf(loaders, id)));
      return found.filter((anime) => anime !== null).sort((a, b) => (a.id < b.id ? -1 : 1));
    }),
  );
}

/** PostgreSQL's text holds neither NUL nor lone surrogates, so no stored id has them: the empty text finds nothing. */
function holdable(text: string): string {
  return text.includes('\0') || /\p{Surrogate}/u.test(text) ? '' : text;
}

async function checkSites(client: TransactionClient, sites: readonly string[]): Promise<void> {
  const unsure = [...new Set(sites)].filter((site) => !IDENTIFYING_SITES.has(site));
  if (unsure.length === 0) return;
  const known = await sitesOf(client);
  const unknown = unsure.find((site) => !known.has(site));
  if (unknown === undefined) return;
  const all = [...new Set([...IDENTIFYING_SITES, ...known])].join(', ');
  throw invalidParameter('externalId', `there is no site ${JSON.stringify(unknown)}; ids are known at ${all}.`);
}

/** The sites of the catalogue, a step into the index each: `distinct` reads the ids of all anime. */
async function sitesOf(client: TransactionClient): Promise<Set<string>> {
  const known = new Set<string>();
  let next: { readonly site: string } | null = null;
  do {
    next = await client.animeExternalId.findFirst({
      where: next === null ? {} : { site: { gt: next.site } },
      select: { site: true },
      orderBy: [{ site: 'asc' }, { externalId: 'asc' }],
    });
    if (next !== null) known.add(next.site);
  } while (next !== null);
  return known;
}
