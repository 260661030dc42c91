import { DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Select } from '../design/fields.tsx';
import { Navigation, nextOf, Pager, withParameter } from '../design/link.tsx';
import { Section, Waiting } from '../design/parts.tsx';
import { stateOf } from '../design/words.ts';
import { FormView } from '../forms/formView.tsx';
import { choiceIn, idIn, type PersonalPage, required } from '../forms/visit.ts';
import { applicationPath, applicationShell, shellFields } from './accountShell.tsx';
import { DeliveryTable, listedDelivery } from './deliveryTable.tsx';

const list = graphql(
  `
    query AccountDeliveries($application: UUID!, $id: UUID!, $first: Int!, $after: String, $status: DeliveryStatus) {
      application(id: $application) { ...ApplicationShellFields }
      webhook(applicationId: $application, id: $id) {
        id name
        deliveries(first: $first, after: $after, status: $status) {
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
const HOUR_MS = 3_600_000;

/** Periods in which deliveries failed, in hours. */
const PERIODS: Readonly<Record<string, string>> = {
  1: 'the last hour',
  24: 'the last 24 hours',
  168: 'the last 7 days',
};

/** The deliveries of a webhook. */
export const deliveriesPage: PersonalPage = {
  path: '/account/applications/{application}/webhooks/{webhook}/deliveries',
  query: ['status', 'after'],
  async render(visit) {
    const [application, id] = [idIn(visit, 'application'), idIn(visit, 'webhook')];
    const { status: asked, after = null } = visit.texts;
    const status = asked === undefined ? null : choiceIn('status', asked, DELIVERY_STATUSES);
    const found = await visit.ask(list, { application, id, first: PAGE, after, status });
    const { name, deliveries } = required(found.webhook);
    const own = applicationPath(application, 'webhooks', id);
    const nodes = deliveries?.nodes ?? [];
    const ofStatus = (each: string) => `${visit.path}?status=${each}`;
    const current = status === null ? visit.path : ofStatus(status);
    const target = withParameter(current, 'after', after);
    return applicationShell(
      {
        title: `Deliveries of ${name}`,
        visit,
        application: required(found.application),
        above: [
          [applicationPath(application, 'webhooks'), 'Webhooks'],
          [own, name],
        ],
      },
      <Navigation
        label="States"
        links={[[visit.path, 'All'], ...DELIVERY_STATUSES.map((each) => [ofStatus(each), stateOf(each)] as const)]}
        current={current}
        isTabs
      />,
      <Waiting path={target} isWaiting={nodes.some(({ status }) => status === 'pending')}>
        <DeliveryTable deliveries={nodes} pathOf={({ id: delivery }) => `${own}/deliveries/${delivery}`} />
      </Waiting>,
      <Pager label="Deliveries" target={target} nextCursor={nextOf(deliveries?.pageInfo)} />,
      <Section id="retry" title="Retry failed deliveries">
        <p>Retries every delivery that failed in this period, each at most three times by hand.</p>
        <FormView name="retry" submit="Retry all">
          <Select label="Failed within" name="since" stored="24" choices={Object.entries(PERIODS)} />
        </FormView>
      </Section>,
    );
  },
  forms: {
    async retry(visit, fields) {
      const hours = choiceIn('since', fields.get('since'), Object.keys(PERIODS));
      const since = new Date(visit.now.getTime() - Number(hours) * HOUR_MS).toISOString();
      const input = { webhookId: idIn(visit, 'webhook'), since };
      const { retried, exhausted } = (await visit.ask(retryFailed, { input })).retryFailedDeliveries;
      return {
        notice: (
          <p role="status">
            {retried} pending; {exhausted} stay failed after three manual retries.
          </p>
        ),
      };
    },
  },
};
