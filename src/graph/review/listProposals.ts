import pg from 'pg';
import type { Database } from '../../database/database.ts';
import type { Proposal } from '../../database/generated/client.ts';
import type { ProposalReason, ProposalStatus } from '../model/vocabulary.ts';
import type { PageInfo, PageRequest } from '../reading/connection.ts';
import { readPage } from '../reading/readPage.ts';

/** The proposals of a list; absent: all. */
interface ProposalFilter {
  readonly status?: ProposalStatus | null | undefined;
  readonly reason?: ProposalReason | null | undefined;
  readonly source?: string | null | undefined;
}

const BY_ID = { kind: 'proposal.id', key: 'id', type: 'uuid', direction: 'asc' } as const;
const STATEMENT_MS = 5_000;

/**
 * A page of proposals by id. Statements with parameters are planned for any values, and most proposals are decided:
 * such a plan reads past all of them to find those that are not. So the values stand in the text.
 * @throws CatalogError invalid_parameter, invalid_cursor
 */
export function listProposals(
  database: Database,
  { status, reason, source }: ProposalFilter,
  page: PageRequest,
): Promise<{ readonly nodes: readonly Proposal[]; readonly pageInfo: PageInfo }> {
  const given = Object.entries({ status, reason, source }).flatMap(([column, value]) =>
    value == null ? [] : [`${column} = ${pg.escapeLiteral(value)}`],
  );
  return readPage(BY_ID, page, async ({ take }, last) => {
    const conditions = ['true', ...given, ...(last === null ? [] : [`id > ${pg.escapeLiteral(last)}`])];
    const text = `SELECT id FROM proposal WHERE ${conditions.join(' AND ')} ORDER BY id LIMIT ${take}`;
    const rows = await database.query<{ id: string }>({ text }, { statementMs: STATEMENT_MS });
    const ids = rows.map(({ id }) => id);
    return database.client.proposal.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  });
}
