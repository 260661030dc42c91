import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import { DELIVERY_KINDS, DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Fault } from '../../html/fault.tsx';
import { Field } from '../../html/field.tsx';
import { Link } from '../../html/link.tsx';
import { Table } from '../../html/table.tsx';
import { Time } from '../../html/time.tsx';
import { timeOr } from '../../html/timeOr.tsx';
import { Waiting } from '../../html/waiting.tsx';
import { Pager } from '../explore/pager.tsx';
import { QUERY } from './answerVisit.ts';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { causeOf } from './causeOf.ts';
import { FormView } from './formView.tsx';
import { applicationPath } from './paths.ts';
import { beginOf, PeriodField } from './period.tsx';
import { idIn, required } from './required.ts';
import { deliveryState, isWaiting } from './states.ts';
import type { AccountPage, Visit } from './visit.ts';

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
          nodes { id eventId kind isTest status createdAt nextAttemptAt attempts { status error } }
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
  query: ['status', 'kind', 'event', 'since', 'after'],
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
        const waiting = deliveries.filter(({ status }) => isWaiting(status));
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
              <Filter visit={visit} />
              {isRefused ? null : deliveries.length === 0 ? (
                <p>There is no such delivery. Each event, and each ping, that is sent to the receiver stands here.</p>
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
                <p>Every failed delivery of the time is begun again, each at most three times altogether.</p>
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

/** To read the names that stand above a query that was refused. */
const NO_FILTER = { status: null, kind: null, event: null, since: null, after: null };

/** The members of the query that say something: a form sends the fields that were left empty, too. */
function givenOf({ texts }: Visit): Record<string, string> {
  const names = deliveriesPage.query ?? [];
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => names.includes(name) && text !== ''));
}

/** @throws CatalogError invalid_parameter */
function filterOf(visit: Visit) {
  const {
    status = null,
    kind = null,
    event = null,
    since = null,
    after = null,
  } = givenOf(visit) as Partial<Record<'status' | 'kind' | 'event' | 'since' | 'after', string>>;
  const now = visit.context.now();
  return {
    status: status === null ? null : choice('status', status, DELIVERY_STATUSES),
    kind: kind === null ? null : choice('kind', kind, DELIVERY_KINDS),
    event: event === null ? null : known('event', parseUuid(event.trim()), 'the id of an event, a UUID, is expected.'),
    since: since === null ? null : known('since', beginOf(since, now), 'one of the choices is expected.'),
    after,
  };
}

function choice<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === text) ?? null;
  return known(name, found, `one of ${choices.join(', ')} is expected.`);
}

function known<Value>(name: string, value: Value | null, rule: string): Value {
  if (value === null) throw invalidParameter(name, rule);
  return value;
}

function Filter({ visit }: { readonly visit: Visit }): VNode {
  const { status = '', kind = '', event = '', since = '' } = visit.texts;
  return (
    <details open={Object.keys(givenOf(visit)).length > 0}>
      <summary>Filter</summary>
      <form action={visit.path}>
        {visit.fault?.form === QUERY && <Fault isFocused>{visit.fault.message}</Fault>}
        <Choices
          label="State"
          name="status"
          chosen={status}
          choices={DELIVERY_STATUSES.map((each) => [each, deliveryState(each)])}
        />
        <Choices label="Kind" name="kind" chosen={kind} choices={DELIVERY_KINDS.map((each) => [each, each])} />
        <Field label="Id of the event">
          <input name="event" value={event} spellcheck={false} />
        </Field>
        <PeriodField label="Made within" chosen={since} any />
        <button type="submit">Show</button>
      </form>
    </details>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly name: string;
  readonly chosen: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

function Choices({ label, name, chosen, choices }: ChoicesProps): VNode {
  return (
    <Field label={label}>
      <select name={name}>
        <option value="">any</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
