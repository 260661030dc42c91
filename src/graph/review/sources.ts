import type { TransactionClient } from '../../database/database.ts';
import { isSourceName, RESERVED_SOURCES } from '../import/record.ts';
import { CatalogError } from '../model/errors.ts';

/** A source as `catalog sources list` shows it. */
export interface SourceSummary {
  readonly name: string;
  readonly approved: boolean;
  /** Last records kept. */
  readonly recordCount: number;
  readonly createdAt: string;
}

/** Every source, the most believed first; what reviewers decided is none, nor what was made by hand. */
export async function listSources(client: TransactionClient): Promise<SourceSummary[]> {
  const sources = await client.source.findMany({
    where: { name: { notIn: [...RESERVED_SOURCES.keys()] } },
    orderBy: { priority: 'asc' },
    include: { _count: { select: { records: true } } },
  });
  return sources.map(({ name, approved, createdAt, _count }) => ({
    name,
    approved,
    recordCount: _count.records,
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * Lets a source publish by itself, or makes its records wait from now on. Approving an unknown one adds it at the end of the
 * order; what a revoked one published stays.
 * @throws CatalogError invalid_parameter for a name that no source can have; not_found for an unknown one to revoke
 */
export async function setSourceApproved(
  client: TransactionClient,
  name: string,
  approved: boolean,
): Promise<SourceSummary> {
  if (!isSourceName(name)) {
    throw new CatalogError(
      'invalid_parameter',
      `"${name}" is no source name: lower-case letters, digits, dot, hyphen, and neither ${[...RESERVED_SOURCES.keys()].map((it) => `"${it}"`).join(' nor ')}.`,
      {
        parameter: 'name',
      },
    );
  }
  if (approved) {
    await client.source.upsert({ where: { name }, create: { name, approved }, update: { approved } });
  } else {
    const { count } = await client.source.updateMany({ where: { name }, data: { approved } });
    if (count === 0) throw new CatalogError('not_found', `There is no source ${name}.`, { parameter: 'name' });
  }
  const source = (await listSources(client)).find((it) => it.name === name);
  if (source === undefined) throw new Error('the source was written and is not there');
  return source;
}
