import DataLoader from 'dataloader';
import type { Database, TransactionClient } from '../../database/database.ts';
import type { PageRequest } from '../reading/connection.ts';
import type { LoaderSources } from '../reading/loaders.ts';
import { readPage } from '../reading/readPage.ts';
import type { TermKind, TermNode } from './termNode.ts';

/** One page of genres or studios by ascending slug in byte order. @throws CatalogError */
export function listTerms(database: Pick<Database, 'client'>, term: TermKind, page: PageRequest) {
  const order = { kind: `${term}.slug`, key: 'slug', type: 'text', direction: 'asc' } as const;
  return readPage<'slug', Required<TermNode>>(order, page, (slice) => tableOf(database, term).findMany(slice));
}

/** The number of anime with a genre, by slug. */
export const genreCounts = (sources: LoaderSources) => countLoader(sources, 'genre');

/** The number of anime with a studio, by slug. */
export const studioCounts = (sources: LoaderSources) => countLoader(sources, 'studio');

function countLoader({ database }: LoaderSources, term: TermKind): DataLoader<string, number> {
  return new DataLoader(async (slugs) => {
    const rows = await tableOf(database, term).findMany({ where: { slug: { in: [...slugs] } } });
    const counts = new Map(rows.map(({ slug, animeCount }) => [slug, animeCount]));
    return slugs.map((slug) => counts.get(slug) ?? 0);
  });
}

/** Prisma gives the two tables identical but unrelated types. */
function tableOf({ client }: Pick<Database, 'client'>, term: TermKind): TransactionClient['genre'] {
  return client[term] as TransactionClient['genre'];
}
