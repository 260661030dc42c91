import type { Database, TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { groupBy } from '../reading/groupBy.ts';
import { type PageRequest, readPage } from '../reading/keyset.ts';
import { sharedLoader } from '../reading/loaders.ts';

/** The two kinds of terms. */
export type TermKind = 'genre' | 'studio';

/** A genre or studio; of one that an anime shows, whose version does not cover the count, that is read on demand. */
export interface TermNode {
  readonly slug: string;
  readonly name: string;
  readonly animeCount?: number;
}

/** One page of genres or studios by ascending slug in byte order. @throws CatalogError */
export function listTerms(database: Pick<Database, 'client'>, term: TermKind, page: PageRequest) {
  const order = { kind: `${term}.slug`, columns: [{ field: 'slug', type: 'text', direction: 'asc' }] } as const;
  return readPage(
    order,
    page,
    ({ where, orderBy, take }): Promise<Required<TermNode>[]> =>
      tableOf(database.client, term).findMany({ where, orderBy, take }),
  );
}

interface TermKey {
  readonly term: TermKind;
  readonly slug: string;
}

/** The number of a genre or studio in `Anime.terms`, by slug. */
export const termNumberLoader = sharedLoader(
  readTerms((row) => row.number),
  keyOf,
);

/** The number of anime with a genre or studio, by slug. */
export const animeCountLoader = sharedLoader(
  readTerms((row) => row.animeCount),
  keyOf,
);

/** All slugs of genres or of studios, with which an unknown one is compared. */
export const slugsLoader = sharedLoader(
  async (client: TransactionClient, terms: readonly TermKind[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    const slugsOf = async (term: TermKind) => {
      const rows = await tableOf(client, term).findMany({ select: { slug: true } });
      return [term, rows.map(({ slug }) => slug)] as const;
    };
    return new Map(await Promise.all(terms.map(slugsOf)));
  },
  (term) => term,
);

function keyOf({ term, slug }: TermKey): string {
  return `${term} ${slug}`;
}

type TermRow = Prisma.GenreGetPayload<object>;

function readTerms<Value>(choose: (row: TermRow) => Value) {
  return async (client: TransactionClient, keys: readonly TermKey[]): Promise<ReadonlyMap<string, Value>> => {
    const found = new Map<string, Value>();
    for (const [term, asked] of groupBy(keys, (key) => key.term)) {
      const where = { slug: { in: asked.map(({ slug }) => slug) } };
      for (const row of await tableOf(client, term).findMany({ where })) {
        found.set(keyOf({ term, slug: row.slug }), choose(row));
      }
    }
    return found;
  };
}

/** Prisma gives the two tables identical but unrelated types. */
function tableOf(client: TransactionClient, term: TermKind): TransactionClient['genre'] {
  return client[term] as TransactionClient['genre'];
}
