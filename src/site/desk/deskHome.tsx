import type { VNode } from 'preact';
import { version } from '../../base/version.ts';
import { LARGEST_BACKLOG } from '../../graph/model/limits.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { DeliveryTable, listedDelivery } from '../account/deliveryTable.tsx';
import { Link, NamedLink } from '../design/link.tsx';
import { Facts, timeOr } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { stateOf } from '../design/words.ts';
import type { PersonalPage } from '../forms/visit.ts';
import { deskShell } from './deskShell.tsx';

const read = graphql(
  `
  query DeskHome($failed: Int!) {
    diagnostics { name status detail remedy }
    pendingProposals { count }
    webhookQueue { waiting failing { id applicationId name url status waiting failingSince disabledReason } }
    deliveries(status: FAILED, first: $failed) { nodes { ...ListedDelivery webhook { id applicationId } } }
  }
`,
  [listedDelivery],
);

type FailingWebhook = ResultOf<typeof read>['webhookQueue']['failing'][number];

function Failing({ webhooks }: { readonly webhooks: readonly FailingWebhook[] }): VNode {
  return (
    <Table
      none="No webhook is failing or was disabled by the service."
      caption="Failing webhooks, longest first, then those that the service has disabled"
      columns={['Webhook', 'Receiver', 'State', 'Pending events']}
      rows={webhooks.map(({ id, applicationId, name, url, failingSince, disabledReason, waiting }) => [
        <>
          <NamedLink to={webhookPath({ applicationId, id })} name={name} /> <code>{id}</code>
        </>,
        <bdi>{url}</bdi>,
        disabledReason === null ? (
          <>▲ failing since {timeOr(failingSince, 'unknown')}</>
        ) : (
          `✕ disabled: ${disabledReason}`
        ),
        waitingText(waiting),
      ])}
    />
  );
}

function webhookPath({ applicationId, id }: { readonly applicationId: string; readonly id: string }): string {
  return `/review/webhooks/${applicationId}/${id}`;
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
      const faults = diagnostics.filter(({ status }) => !['ok', 'off'].includes(status)).length;
      return deskShell(
        { title: 'Desk', visit },
        <p class="lead">
          <Link to="/review">Pending proposals: {waiting}</Link>
        </p>,
        <Facts
          facts={[
            ['Pending events of webhooks', waitingText(webhookQueue.waiting)],
            ['Checks', <Link to="#checks">{faults === 0 ? stateOf('ok') : `▲ ${faults} not ok`}</Link>],
            ['Version', version],
            ['Roles of this process', roles.join(', ')],
          ]}
        />,
        <h2>Failing webhooks</h2>,
        <Failing webhooks={webhookQueue.failing} />,
        <h2>Latest failed deliveries</h2>,
        <DeliveryTable
          deliveries={deliveries?.nodes ?? []}
          pathOf={({ webhook }) => (webhook === null ? '/' : webhookPath(webhook))}
          none="No failed deliveries."
        />,
        <h2 id="checks">Checks</h2>,
        <Table
          caption="As catalog doctor makes them"
          columns={['Check', 'State', 'Finding']}
          rows={diagnostics.map(({ name, status, detail, remedy }) => [
            name,
            stateOf(status),
            <>
              {detail} {remedy !== null && <strong>To do: {remedy}</strong>}
            </>,
          ])}
        />,
      );
    },
  };
}
