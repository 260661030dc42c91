import { invalidParameter } from '../../graph/model/errors.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Pager } from '../design/pager.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { timeOr } from '../design/timeOr.tsx';
import { Waiting } from '../design/waiting.tsx';
import { QUERY } from '../forms/answerVisit.ts';
import { FormView } from '../forms/formView.tsx';
import { idIn, required } from '../forms/required.ts';
import type { AccountPage } from '../forms/visit.ts';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { causeOf } from './causeOf.ts';
import { DELIVERY_QUERY, DeliveryFilter, filterOf, givenOf, NO_FILTER } from './deliveryFilter.tsx';
import { applicationPath } from './paths.ts';
import { beginOf, PeriodField } from './period.tsx';
import { deliveryState } from './states.ts';

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
          nodes { id eventId kind isTest status createdAt nextAttemptAt attempts { status error reason { code text } } }
          pageInfo { endCursor hasNextPage }
        }
      }
    }
  `,
  [shellFields],
);

const retryFailed = graphql(`
  mutation AccountRetryFailed($input: RetryFailedDeliveriesInput!) {
    retryFailedDeliveries(input: $input) { retried exhausted }
  }
`);

const PAGE = 25;

/** The deliveries of a webhook. */
export const deliveriesPage: AccountPage = {
  path: '/account/applications/{application}/webhooks/{webhook}/deliveries',
  query: DELIVERY_QUERY,
  forms: ['retry'],
  prepare: (prepare) => {
    const [read, retry] = [prepare(list), prepare(retryFailed)];
    return {
      async render(visit) {
        const [application, id] = [idIn(visit, 'application'), idIn(visit, 'webhook')];
        const isRefused = visit.fault?.form === QUERY;
        const filter = isRefused ? NO_FILTER : filterOf(visit);
        const found = await read(visit.context, { application, id, first: PAGE, ...filter });
        const webhook = required(found.webhook);
        const own = applicationPath(application, 'webhooks', id);
        const deliveries = webhook.deliveries?.nodes ?? [];
        const pageInfo = webhook.deliveries?.pageInfo;
        const waiting = deliveries.filter(({ status }) => status === 'pending');
        const target = `${visit.path}?${new URLSearchParams(givenOf(visit))}`;
        const table = (
          <Table
            caption="Deliveries, the newest first"
            columns={['Event', 'State', 'Last attempt', 'Made', 'Next attempt']}
            rows={deliveries.map((delivery) => ({
              key: delivery.id,
              cells: [
                <Link key="to" to={`${own}/deliveries/${delivery.id}`}>
                  {delivery.isTest && delivery.kind !== 'ping' ? `${delivery.kind} (test)` : delivery.kind}
                </Link>,
                deliveryState(delivery.status),
                lastOf(delivery.attempts),
                <Time key="made" at={new Date(delivery.createdAt)} />,
                timeOr(delivery.nextAttemptAt, 'none'),
              ],
            }))}
          />
        );
        return applicationShell({
          title: `Deliveries of ${webhook.name}`,
          visit,
          application: required(found.application),
          above: [
            [applicationPath(application, 'webhooks'), 'Webhooks'],
            [own, webhook.name],
          ],
          children: (
            <>
              <DeliveryFilter visit={visit} />
              {isRefused ? null : deliveries.length === 0 ? (
                <p>There is no such delivery. Each event, and each ping, stands here from its first attempt on.</p>
              ) : waiting.length > 0 ? (
                <Waiting path={target} due={waiting.map(({ nextAttemptAt }) => nextAttemptAt).sort()[0] ?? null}>
                  {table}
                </Waiting>
              ) : (
                table
              )}
              <Pager
                label="Deliveries"
                target={target}
                nextCursor={!isRefused && pageInfo?.hasNextPage ? (pageInfo.endCursor ?? null) : null}
              />
              <section aria-labelledby="retry">
                <h2 id="retry">Retry what failed</h2>
                <p>Retries every delivery that failed in this period, each at most three times by hand.</p>
                <FormView visit={visit} name="retry" submit="Retry all that failed">
                  <PeriodField label="Failed within" chosen="day" any={false} />
                </FormView>
              </section>
            </>
          ),
        });
      },
      forms: {
        async retry(visit, fields) {
          const since = beginOf(fields.get('since') ?? '', visit.context.now());
          if (since === null) throw invalidParameter('since', 'one of the choices is expected.');
          const input = { webhookId: idIn(visit, 'webhook'), since };
          const { retried, exhausted } = (await retry(visit.context, { input })).retryFailedDeliveries;
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
  },
};

function lastOf(attempts: readonly Parameters<typeof causeOf>[0][]): string {
  const last = attempts.at(-1);
  return last === undefined ? 'none yet' : causeOf(last);
}
