import DataLoader from 'dataloader';
import type { Database, TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import type { PageRequest } from '../reading/connection.ts';
import type { LoaderSources } from '../reading/loaders.ts';
import { readPage } from '../reading/readPage.ts';
import type { TermKind, TermNode } from './termNode.ts';

/** One page of genres or studios by ascending slug in byte order. @throws CatalogError */
export function listTerms({ client }: Pick<Database, 'client'>, term: TermKind, page: PageRequest) {
  const order = { kind: `${term}.slug`, key: 'slug', type: 'text', direction: 'asc' } as const;
  // Prisma gives the two tables identical but unrelated types.
  const table = client[term] as TransactionClient['genre'];
  return readPage<'slug', TermNode>(order, page, (slice) => table.findMany(slice));
}

/** The number of anime with a genre, by slug. */
export const genreCounts = (sources: LoaderSources) => countLoader(sources, 'genre');

/** The number of anime with a studio, by slug. */
export const studioCounts = (sources: LoaderSources) => countLoader(sources, 'studio');

function countLoader({ database }: LoaderSources, term: TermKind): DataLoader<string, number> {
  return new DataLoader(async (slugs) => {
    const rows = await database.client.$queryRaw<{ slug: string; count: number }[]>(countStatement(term, slugs));
    const counts = new Map(rows.map(({ slug, count }) => [slug, count]));
    return slugs.map((slug) => counts.get(slug) ?? 0);
  });
}

/** Counts links in their index and subtracts those of merged anime; `_count` would read every link. */
function countStatement(term: TermKind, slugs: readonly string[]): Prisma.Sql {
  const links = Prisma.raw(`anime_${term} l WHERE l.${term}_id = t.id`);
  const merged = Prisma.raw(`anime m JOIN anime_${term} l ON l.anime_id = m.id
    WHERE m.merged_into_id IS NOT NULL AND l.${term}_id = t.id`);
  return Prisma.sql`
    SELECT t.slug, ((SELECT count(*) FROM ${links}) - (SELECT count(*) FROM ${merged}))::int AS count
    FROM ${Prisma.raw(term)} t WHERE t.slug = ANY(${slugs}::text[])`;
}
