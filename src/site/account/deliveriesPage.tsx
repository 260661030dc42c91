import { graphql } from '../../graph/schema/operation.ts';
import { nextOf, Pager } from '../design/link.tsx';
import { Section, Waiting } from '../design/parts.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, QUERY, required } from '../forms/visit.ts';
import { applicationPath, applicationShell, shellFields } from './accountShell.tsx';
import {
  beginOf,
  DELIVERY_QUERY,
  DeliveryFilter,
  DeliveryTable,
  filterOf,
  listedDelivery,
  NO_FILTER,
  PeriodField,
} from './deliveryTable.tsx';

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
    const found = await visit.ask(list, { application, id, first: PAGE, ...(isRefused ? NO_FILTER : filterOf(visit)) });
    const { name, deliveries } = required(found.webhook);
    const own = applicationPath(application, 'webhooks', id);
    const nodes = deliveries?.nodes ?? [];
    const { application: _application, webhook: _webhook, ...query } = visit.texts;
    const target = `${visit.path}?${new URLSearchParams(query)}`;
    return applicationShell(
      {
        title: `Deliveries of ${name}`,
        ...{ visit, application: required(found.application) },
        above: [
          [applicationPath(application, 'webhooks'), 'Webhooks'],
          [own, name],
        ],
      },
      <DeliveryFilter />,
      !isRefused && (
        <Waiting path={target} isWaiting={nodes.some(({ status }) => status === 'pending')}>
          <DeliveryTable deliveries={nodes} pathOf={({ id: delivery }) => `${own}/deliveries/${delivery}`} />
        </Waiting>
      ),
      <Pager label="Deliveries" target={target} nextCursor={isRefused ? null : nextOf(deliveries?.pageInfo)} />,
      <Section id="retry" title="Retry what failed">
        <p>Retries every delivery that failed in this period, each at most three times by hand.</p>
        <FormView name="retry" submit="Retry all that failed">
          <PeriodField label="Failed within" stored="day" />
        </FormView>
      </Section>,
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
