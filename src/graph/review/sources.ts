import type { TransactionClient } from '../../database/database.ts';
import { REVIEW_SOURCE } from '../import/record.ts';
import { CatalogError } from '../model/errors.ts';
import { SOURCE_NAME } from '../model/limits.ts';

/** A source as `catalog sources list` shows it. */
export interface SourceSummary {
  readonly name: string;
  readonly approved: boolean;
  /** Last records kept. */
  readonly recordCount: number;
  readonly createdAt: string;
}

/** Every source, the most believed first; what reviewers decided is none. */
export async function listSources(client: TransactionClient): Promise<SourceSummary[]> {
  const sources = await client.source.findMany({
    where: { name: { not: REVIEW_SOURCE } },
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
  if (!SOURCE_NAME.test(name) || name === REVIEW_SOURCE) {
    throw new CatalogError(
      'invalid_parameter',
      `"${name}" is no source name: lower-case letters, digits, dot, hyphen, and not "review".`,
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
