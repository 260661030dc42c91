import { graphql } from '../../graph/schema/operation.ts';
import { Pager } from '../design/pager.tsx';
import { Waiting } from '../design/waiting.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, QUERY, required } from '../forms/visit.ts';
import { applicationPath } from './accountShell.tsx';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { beginOf, DELIVERY_QUERY, DeliveryFilter, filterOf, NO_FILTER, PeriodField } from './deliveryFilter.tsx';
import { DeliveryTable, listedDelivery } from './deliveryTable.tsx';

const list = graphql(
  `
    query AccountDeliveries(
      $application: UUID!, $id: UUID!, $first: Int!, $after: String,
      $status: DeliveryStatus, $kind: DeliveryKind, $event: UUID, $since: DateTime
    ) {
      application(id: $application) { ...ApplicationShellFields }
      webhook(applicationId: $application, id: $id) {
        id name
        deliveries(first: $first, after: $after, status: $status, kind: $kind, event: $event, since: $since) {
          nodes { ...ListedDelivery }
          pageInfo { endCursor hasNextPage }
        }
      }
    }
  `,
  [shellFields, listedDelivery],
);

const retryFailed = graphql(`
  mutation AccountRetryFailed($input: RetryFailedDeliveriesInput!) {
    retryFailedDeliveries(input: $input) { retried exhausted }
  }
`);

const PAGE = 25;

/** The deliveries of a webhook. */
export const deliveriesPage: PersonalPage = {
  path: '/account/applications/{application}/webhooks/{webhook}/deliveries',
  query: DELIVERY_QUERY,
  async render(visit) {
    const [application, id] = [idIn(visit, 'application'), idIn(visit, 'webhook')];
    const isRefused = visit.fault?.form === QUERY;
    const filter = isRefused ? NO_FILTER : filterOf(visit);
    const found = await visit.ask(list, { application, id, first: PAGE, ...filter });
    const webhook = required(found.webhook);
    const own = applicationPath(application, 'webhooks', id);
    const deliveries = webhook.deliveries?.nodes ?? [];
    const pageInfo = webhook.deliveries?.pageInfo;
    const due = deliveries.flatMap(({ status, nextAttemptAt }) => (status === 'pending' ? [nextAttemptAt] : []));
    const names: readonly string[] = DELIVERY_QUERY;
    const given = Object.fromEntries(Object.entries(visit.texts).filter(([name]) => names.includes(name)));
    const target = `${visit.path}?${new URLSearchParams(given)}`;
    const table = <DeliveryTable deliveries={deliveries} pathOf={(delivery) => `${own}/deliveries/${delivery}`} />;
    return applicationShell(
      {
        title: `Deliveries of ${webhook.name}`,
        visit,
        application: required(found.application),
        above: [
          [applicationPath(application, 'webhooks'), 'Webhooks'],
          [own, webhook.name],
        ],
      },
      <DeliveryFilter visit={visit} />,
      isRefused ? null : deliveries.length === 0 ? (
        <p>There is no such delivery. Each event, and each ping, stands here from its first attempt on.</p>
      ) : due.length > 0 ? (
        <Waiting path={target} due={due.sort()[0] ?? null}>
          {table}
        </Waiting>
      ) : (
        table
      ),
      <Pager
        label="Deliveries"
        target={target}
        nextCursor={!isRefused && pageInfo?.hasNextPage ? (pageInfo.endCursor ?? null) : null}
      />,
      <section aria-labelledby="retry">
        <h2 id="retry">Retry what failed</h2>
        <p>Retries every delivery that failed in this period, each at most three times by hand.</p>
        <FormView visit={visit} name="retry" submit="Retry all that failed">
          <PeriodField label="Failed within" chosen="day" any={false} />
        </FormView>
      </section>,
    );
  },
  forms: {
    async retry(visit, fields) {
      const input = { webhookId: idIn(visit, 'webhook'), since: beginOf(fields.get('since'), visit.now) };
      const { retried, exhausted } = (await visit.ask(retryFailed, { input })).retryFailedDeliveries;
      return {
        notice: (
          <p role="status">
            {retried} wait for their attempt; {exhausted} stay failed, because they were retried three times.
          </p>
        ),
      };
    },
  },
};
