import { graphql } from '../../graph/schema/operation.ts';
import { Facts } from '../../html/facts.tsx';
import { Link } from '../../html/link.tsx';
import { Table } from '../../html/table.tsx';
import { Time } from '../../html/time.tsx';
import { version } from '../../version.ts';
import type { AccountPage } from '../account/visit.ts';
import { deskShell } from './deskShell.tsx';

const read = graphql(`
  query DeskHome($failed: Int!) {
    diagnostics { name status detail remedy }
    pendingProposals { count }
    deliveries(status: FAILED, first: $failed) {
      nodes { id kind completedAt webhookId }
    }
  }
`);

const STATES: Readonly<Record<string, string>> = { ok: '● ok', warning: '◐ warning', failed: '▲ failed', off: '○ off' };

/** How the service is, and what waits for people. @param roles of this process */
export function deskHome(roles: readonly string[]): AccountPage {
  return {
    path: '/',
    forms: [],
    prepare: (prepare) => {
      const ask = prepare(read);
      return {
        async render(visit) {
          const { diagnostics, pendingProposals, deliveries } = await ask(visit.context, { failed: 10 });
          const waiting = pendingProposals.reduce((sum, { count }) => sum + count, 0);
          const failed = deliveries?.nodes ?? [];
          return deskShell({
            title: 'Desk',
            visit,
            children: (
              <>
                <Facts
                  facts={[
                    ['Version', version],
                    ['Roles of this process', roles.join(', ')],
                    [
                      'Proposals that wait',
                      waiting === 0 ? (
                        'none'
                      ) : (
                        <Link key="waiting" to="/review">
                          {waiting}
                        </Link>
                      ),
                    ],
                  ]}
                />
                <Table
                  caption="What catalog doctor says"
                  columns={['Check', 'State', 'Finding']}
                  rows={diagnostics.map(({ name, status, detail, remedy }) => ({
                    key: name,
                    cells: [
                      name,
                      STATES[status] ?? status,
                      <>
                        {detail} {remedy !== null && <strong>To do: {remedy}</strong>}
                      </>,
                    ],
                  }))}
                />
                <h2>Deliveries that failed last</h2>
                {failed.length === 0 ? (
                  <p>None: every webhook took what it was sent, or is still being tried.</p>
                ) : (
                  <Table
                    caption="Deliveries that failed, the newest first"
                    columns={['Webhook', 'Kind', 'Given up', 'Delivery']}
                    rows={failed.map(({ id, kind, completedAt, webhookId }) => ({
                      key: id,
                      cells: [
                        <code key="webhook">{webhookId}</code>,
                        kind.replaceAll('_', '.'),
                        completedAt === null ? 'unknown' : <Time key="at" at={new Date(completedAt)} />,
                        <code key="id">{id}</code>,
                      ],
                    }))}
                  />
                )}
              </>
            ),
          });
        },
        forms: {},
      };
    },
  };
}
