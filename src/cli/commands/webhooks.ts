import { visibleLine } from '../../base/visibleText.ts';
import { DELIVERY_KINDS, DELIVERY_STATUSES } from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { ask } from '../client/graphClient.ts';
import {
  AN_ID,
  argument,
  choiceOption,
  instant,
  limit,
  option,
  parseId,
  required,
  uuid,
} from '../command/parameters.ts';
import { listing, type Noun, working } from '../command/row.ts';
import { UsageError } from '../failures.ts';
import { listen } from './listen.ts';

const webhook = option('--webhook <id>', 'only of this webhook', parseId('webhook'));

const listWebhooks = graphql(`
  query ListWebhooksOfApplication($applicationId: UUID!, $after: String) {
    webhooks(applicationId: $applicationId, first: 10, after: $after) {
      nodes {
        id name url status disabledReason waiting lastSuccessAt disablesAt
        hours { hour delivered retried failed }
        answerTimes { answers p50Ms p95Ms }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const listDeliveries = graphql(`
  query ListDeliveries(
    $webhook: UUID, $status: DeliveryStatus, $kind: DeliveryKind, $event: UUID, $since: DateTime, $first: Int!
  ) {
    deliveries(webhookId: $webhook, status: $status, kind: $kind, event: $event, since: $since, first: $first) {
      nodes {
        id webhookId eventId kind status cycle nextAttemptAt createdAt completedAt
        attempts { cycle number startedAt durationMs status error reason { code text } }
      }
    }
  }
`);

const retryOne = graphql(`
  mutation RetryOneDelivery($input: RetryDeliveryInput!) {
    retryDelivery(input: $input) { delivery { id status cycle } }
  }
`);

const retryFailed = graphql(`
  mutation RetryFailed($input: RetryFailedDeliveriesInput!) {
    retryFailedDeliveries(input: $input) { retried exhausted }
  }
`);

/** `catalog webhooks …` */
export const webhooks: Noun = {
  name: 'webhooks',
  about: 'List webhooks and their deliveries, retry failed ones, try a receiver on this machine',
  commands: [
    listing({
      name: 'list',
      about: "List an application's webhooks, newest first, with the results of their deliveries in 7 days",
      example: `--app ${AN_ID}`,
      parameters: { applicationId: required('--app <id>', 'the application', parseId('application')) },
      operation: listWebhooks,
      variables: ({ applicationId }, after) => ({ applicationId, after }),
      items: ({ webhooks }) => webhooks,
      missing: ({ applicationId }) => `there is no application ${applicationId}`,
      columns: [
        ['ID', ({ id }) => id],
        ['STATE', ({ status }) => status],
        ['WAITING', ({ waiting }) => String(waiting)],
        ['DELIVERED', ({ hours }) => sum(hours, 'delivered')],
        ['RETRIED', ({ hours }) => sum(hours, 'retried')],
        ['FAILED', ({ hours }) => sum(hours, 'failed')],
        ['P95', ({ answerTimes }) => (answerTimes === null ? 'none' : `${answerTimes.p95Ms} ms`)],
        ['LAST SUCCESS', ({ lastSuccessAt }) => lastSuccessAt ?? 'never'],
        ['NAME', ({ name }) => visibleLine(name)],
      ],
    }),
    listen,
    listing({
      name: 'deliveries',
      about: 'List deliveries, newest first',
      example: '--status failed --since 2027-01-31T00:00:00Z',
      parameters: {
        webhook,
        status: choiceOption('--status <status>', 'only in this state', DELIVERY_STATUSES),
        kind: choiceOption('--kind <kind>', 'only of this kind', DELIVERY_KINDS),
        event: option('--event <id>', 'only of this event', uuid),
        since: option('--since <time>', 'only those made since, e.g. 2026-11-21T00:00:00Z', instant),
        first: limit(100),
      },
      operation: listDeliveries,
      variables: (given) => given,
      items: ({ deliveries }) => deliveries?.nodes,
      missing: ({ webhook }) => `there is no webhook ${webhook}`,
      columns: [
        ['ID', ({ id }) => id],
        ['KIND', ({ kind }) => kind],
        ['STATUS', ({ status }) => status],
        ['ATTEMPTS', ({ attempts }) => String(attempts.length)],
        ['LAST', ({ attempts }) => formatResult(attempts.at(-1))],
        ['CREATED', ({ createdAt }) => createdAt],
        ['NEXT ATTEMPT', ({ nextAttemptAt }) => nextAttemptAt],
      ],
    }),
    working({
      name: 'retry',
      about: 'Retry a failed delivery, or all of a webhook that failed since a time',
      example: AN_ID,
      parameters: {
        id: argument('[id]', 'the delivery', (text: string): string | null => uuid(text)),
        webhook,
        failedSince: option('--failed-since <time>', 'e.g. 2026-11-21T00:00:00Z', instant),
      },
      async run({ id, webhook, failedSince }) {
        if ((id === null) === (webhook === null) || (webhook === null) !== (failedSince === null)) {
          throw new UsageError('Give either the id of a delivery, or both --webhook and --failed-since.');
        }
        if (id !== null) {
          const { delivery } = (await ask(retryOne, { input: { id } })).retryDelivery;
          return { json: delivery, text: `${delivery.id} is retried, cycle ${delivery.cycle} of 3.` };
        }
        const input = { webhookId: webhook ?? '', since: failedSince ?? '' };
        const { retryFailedDeliveries: json } = await ask(retryFailed, { input });
        const { retried, exhausted } = json;
        const have =
          exhausted === 1 ? 'has been retried three times and stays' : 'have been retried three times and stay';
        const rest = exhausted === 0 ? '' : ` ${exhausted} ${have} failed.`;
        return { json, text: `${retried} ${retried === 1 ? 'delivery is' : 'deliveries are'} retried.${rest}` };
      },
    }),
  ],
};

type Hours = NonNullable<ResultOf<typeof listWebhooks>['webhooks']>['nodes'][number]['hours'];

function sum(hours: Hours, count: 'delivered' | 'retried' | 'failed'): string {
  return String(hours.reduce((total, hour) => total + hour[count], 0));
}

type Attempt = NonNullable<ResultOf<typeof listDeliveries>['deliveries']>['nodes'][number]['attempts'][number];

function formatResult(attempt: Attempt | undefined): string | null {
  if (attempt === undefined) return null;
  return `${attempt.error ?? 'ok'}${attempt.status === null ? '' : ` ${attempt.status}`}`;
}
