import type { TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import type { Source } from '../generated/resolvers.ts';
import { isSourceName, RESERVED_SOURCES } from '../import/record.ts';
import { CatalogError, notFound } from '../model/errors.ts';

const counted = { _count: { select: { records: true } } } as const;

/** Every source, the most believed first, without the reserved names. */
export async function listSources(client: TransactionClient): Promise<Source[]> {
  const sources = await client.source.findMany({
    where: { name: { notIn: [...RESERVED_SOURCES.keys()] } },
    orderBy: { priority: 'asc' },
    include: counted,
  });
  return sources.map(summaryOf);
}

/**
 * Lets a source publish by itself, or makes its records wait for a reviewer from now on. An unknown source that is
 * approved is added at the end of the order; what a revoked one published stays.
 * @throws CatalogError invalid_parameter for a name that no source can have; not_found for an unknown one to revoke
 */
export async function setSourceApproved(client: TransactionClient, name: string, approved: boolean): Promise<Source> {
  if (!isSourceName(name)) {
    const reserved = [...RESERVED_SOURCES.keys()].map((it) => `"${it}"`).join(' nor ');
    throw new CatalogError(
      'invalid_parameter',
      `"${name}" is no source name: lower-case letters, digits, dot, hyphen, and neither ${reserved}.`,
      { parameter: 'name' },
    );
  }
  if (!approved && (await client.source.count({ where: { name } })) === 0) {
    throw notFound('source', name, 'name');
  }
  return summaryOf(
    await client.source.upsert({ where: { name }, create: { name, approved }, update: { approved }, include: counted }),
  );
}

function summaryOf({
  name,
  approved,
  createdAt,
  _count,
}: Prisma.SourceGetPayload<{ include: typeof counted }>): Source {
  return { name, approved, recordCount: _count.records, createdAt: createdAt.toISOString() };
}
