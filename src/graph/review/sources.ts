import type { TransactionClient } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/client.ts';
import type { Source } from '../generated/resolvers.ts';
import { isSourceName, RESERVED_SOURCES } from '../import/record.ts';
import { CatalogError, notFound } from '../model/errors.ts';

const counted = { _count: { select: { records: true } } } as const;

/** Every source, by descending priority, without the reserved names. */
export async function listSources(client: TransactionClient): Promise<Source[]> {
  const sources = await client.source.findMany({
    where: { name: { notIn: [...RESERVED_SOURCES.keys()] } },
    orderBy: { priority: 'asc' },
    include: counted,
  });
  return sources.map(summaryOf);
}

/**
 * Approves a source, or revokes its approval, after which its records need review. An unknown source that is approved
 * is added at the end of the order; a revoked one's published values stay.
 * @throws CatalogError invalid_parameter for an invalid name; not_found for revoking an unknown source
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
