import type { Database } from '../../database/database.ts';
import { type PageRequest, readPage } from '../reading/keyset.ts';

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
