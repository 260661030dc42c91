import pg from 'pg';
import type { Database } from '../../database/database.ts';
import type { Proposal } from '../../database/generated/client.ts';
import type { ProposalReason, ProposalStatus } from '../model/vocabulary.ts';
import { type PageInfo, type PageRequest, readPage } from '../reading/keyset.ts';

/** What a statement over all proposals may take. */
const PROPOSALS_MS = 5_000;

/** The proposals of a list; absent: all. */
interface ProposalFilter {
  readonly status?: ProposalStatus | null | undefined;
  readonly reason?: ProposalReason | null | undefined;
  readonly source?: string | null | undefined;
}

const BY_ID = { kind: 'proposal.id', columns: [{ field: 'id', type: 'uuid', direction: 'asc' }] } as const;

/**
 * A page of proposals by id. Statements with parameters are planned for any values, and most proposals are decided:
 * such a plan reads past all of them to find those that are not. So the values are in the text.
 * @throws CatalogError invalid_parameter, invalid_cursor
 */
export async function listProposals(
  database: Pick<Database, 'client' | 'query'>,
  { status, reason, source }: ProposalFilter,
  page: PageRequest,
): Promise<{ readonly nodes: readonly Proposal[]; readonly pageInfo: PageInfo }> {
  const given = Object.entries({ status, reason, source }).flatMap(([column, value]) =>
    value == null ? [] : [[column, value] as const],
  );
  const { nodes: keys, pageInfo } = await readPage(BY_ID, page, ({ take, last }) => {
    const after = last === null ? [] : [`id > ${pg.escapeLiteral(last[0] ?? '')}`];
    const conditions = ['true', ...given.map(([column, value]) => `${column} = ${pg.escapeLiteral(value)}`), ...after];
    const text = `SELECT id FROM proposal WHERE ${conditions.join(' AND ')} ORDER BY id LIMIT ${take}`;
    return database.query<{ id: string }>({ text }, { statementMs: PROPOSALS_MS });
  });
  // Leaves out proposals that were decided or deleted after their ids were read.
  const where = { ...Object.fromEntries(given), id: { in: keys.map(({ id }) => id) } };
  return { nodes: await database.client.proposal.findMany({ where, orderBy: { id: 'asc' } }), pageInfo };
}

/** The latest decision first. */
const order = {
  kind: 'proposal.decided',
  columns: [
    { field: 'decidedAt', type: 'timestamptz', direction: 'desc' },
    { field: 'id', type: 'uuid', direction: 'desc' },
  ],
} as const;

/** Decided proposals, the latest decision first. @throws CatalogError invalid_parameter, invalid_cursor */
export function listDecisions(client: Database['client'], page: PageRequest) {
  return readPage(order, page, ({ where, orderBy, take }) =>
    client.proposal.findMany({ where: { AND: [{ decidedAt: { not: null } }, where] }, orderBy, take }),
  );
}

interface PendingCount {
  readonly source: string;
  readonly reason: ProposalReason;
  readonly count: number;
}

/** The status is in the text, so that the few pending proposals are found by an index (listProposals). */
const COUNT = `SELECT source, reason, count(*)::int AS count FROM proposal WHERE status = 'pending'
  GROUP BY source, reason ORDER BY count DESC, source, reason`;

/** The number of pending proposals by source and reason, the most frequent first. */
export function countPending(database: Database): Promise<PendingCount[]> {
  return database.query<PendingCount>({ text: COUNT }, { statementMs: PROPOSALS_MS });
}
