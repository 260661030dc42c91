import type { VNode } from 'preact';
import { LARGEST_BACKLOG } from '../../graph/model/limits.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { version } from '../../version.ts';
import { Facts } from '../design/facts.tsx';
import { Link } from '../design/link.tsx';
import { Table } from '../design/table.tsx';
import { timeOr } from '../design/timeOr.tsx';
import type { PersonalPage } from '../forms/visit.ts';
import { deskShell } from './deskShell.tsx';

const read = graphql(`
  query DeskHome($failed: Int!) {
    diagnostics { name status detail remedy }
    pendingProposals { count }
    webhookQueue {
      waiting
      failing { id applicationId name url status waiting failingSince disabledReason }
    }
    deliveries(status: FAILED, first: $failed) {
      nodes { id kind completedAt webhookId }
    }
  }
`);

const STATES: Readonly<Record<string, string>> = { ok: '● ok', warning: '◐ warning', failed: '▲ failed', off: '○ off' };

type FailingWebhook = ResultOf<typeof read>['webhookQueue']['failing'][number];

function Failing({ webhooks }: { readonly webhooks: readonly FailingWebhook[] }): VNode {
  if (webhooks.length === 0)
    return <p>None: no delivery was given up since its receiver took one, and the service has disabled no webhook.</p>;
  return (
    <Table
      caption="Webhooks that fail, the longest first, then those that the service has disabled"
      columns={['Webhook', 'Receiver', 'State', 'Events to read']}
      rows={webhooks.map(({ id, applicationId, name, url, failingSince, disabledReason, waiting }) => ({
        key: id,
        cells: [
          <>
            <Link to={`/review/webhooks/${applicationId}/${id}`}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <code>{id}</code>
          </>,
          <bdi key="receiver">{url}</bdi>,
          disabledReason === null ? (
            <>▲ fails since {timeOr(failingSince, 'unknown')}</>
          ) : (
            `✕ disabled: ${disabledReason}`
          ),
          waitingText(waiting),
        ],
      }))}
    />
  );
}

function waitingText(waiting: number): string {
  return waiting >= LARGEST_BACKLOG ? `${LARGEST_BACKLOG} or more` : waiting === 0 ? 'none' : String(waiting);
}

/** The health of the service, and the work that waits for people. @param roles of this process */
export function deskHome(roles: readonly string[]): PersonalPage {
  return {
    path: '/',
    async render(visit) {
      const { diagnostics, pendingProposals, webhookQueue, deliveries } = await visit.ask(read, { failed: 10 });
      const waiting = pendingProposals.reduce((sum, { count }) => sum + count, 0);
      const failed = deliveries?.nodes ?? [];
      return deskShell(
        { title: 'Desk', visit },
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
            ['Events that webhooks have yet to read', waitingText(webhookQueue.waiting)],
          ]}
        />,
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
        />,
        <p>
          <Link to="/graphql">GraphiQL</Link> opens with the operations behind this page, and asks for the internal
          token.
        </p>,
        <h2>Webhooks that fail</h2>,
        <Failing webhooks={webhookQueue.failing} />,
        <h2>Deliveries that failed last</h2>,
        failed.length === 0 ? (
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
                timeOr(completedAt, 'unknown'),
                <code key="id">{id}</code>,
              ],
            }))}
          />
        ),
      );
    },
  };
}
