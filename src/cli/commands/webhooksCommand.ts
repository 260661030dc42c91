import { Command, Option } from 'commander';
import {
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  type DeliveryKind,
  type DeliveryStatus,
} from '../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { visibleLine } from '../../visibleText.ts';
import { answering, listAnswer } from '../answer.ts';
import { idArgument, instantArgument, limitOption, uuidArgument } from '../arguments.ts';
import { allNodes } from '../client/allNodes.ts';
import { ask, connect } from '../client/graphClient.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { webhooksListenCommand } from './webhooks/listenCommand.ts';

const listDeliveries = graphql(`
  query ListDeliveries(
    $webhook: UUID
    $status: DeliveryStatus
    $kind: DeliveryKind
    $event: UUID
    $since: DateTime
    $first: Int!
  ) {
    deliveries(webhookId: $webhook, status: $status, kind: $kind, event: $event, since: $since, first: $first) {
      nodes {
        id
        webhookId
        eventId
        kind
        status
        cycle
        nextAttemptAt
        createdAt
        completedAt
        attempts {
          cycle
          number
          startedAt
          durationMs
          status
          error
        }
      }
    }
  }
`);

const retryOne = graphql(`
  mutation RetryOneDelivery($input: RetryDeliveryInput!) {
    retryDelivery(input: $input) {
      delivery {
        id
        status
        cycle
      }
    }
  }
`);

const retryFailed = graphql(`
  mutation RetryFailed($input: RetryFailedDeliveriesInput!) {
    retryFailedDeliveries(input: $input) {
      retried
      exhausted
    }
  }
`);

const listWebhooks = graphql(`
  query ListWebhooksOfApplication($application: UUID!, $after: String) {
    webhooks(applicationId: $application, first: 100, after: $after) {
      nodes {
        id
        name
        url
        status
        disabledReason
        waiting
        lastSuccessAt
        disablesAt
        hours { hour delivered retried failed }
        answerTimes { answers p50Ms p95Ms }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** `catalog webhooks list|listen|deliveries|retry` */
export function webhooksCommand(): Command {
  return new Command('webhooks')
    .description('List webhooks and their deliveries, retry failed ones, try a receiver on this machine')
    .addCommand(listCommand())
    .addCommand(webhooksListenCommand())
    .addCommand(deliveriesCommand())
    .addCommand(retryCommand());
}

function listCommand(): Command {
  return answering(
    new Command('list')
      .description("List an application's webhooks, newest first, with what became of their attempts in 7 days")
      .addOption(
        new Option('--app <id>', 'the application').argParser(idArgument('application')).makeOptionMandatory(),
      ),
    async ({ app }: { app: string }) => {
      const client = await connect();
      const items = await allNodes(async (after) => {
        const { webhooks } = await client.run(listWebhooks, { application: app, after });
        if (webhooks === null) throw new CommandFailure('not_found', `there is no application ${app}`);
        return webhooks;
      });
      const sum = (count: 'delivered' | 'retried' | 'failed') => (item: (typeof items)[number]) =>
        String(item.hours.reduce((total, hour) => total + hour[count], 0));
      return listAnswer(items, [
        ['ID', ({ id }) => id],
        ['STATE', ({ status }) => status],
        ['WAITING', ({ waiting }) => String(waiting)],
        ['DELIVERED', sum('delivered')],
        ['RETRIED', sum('retried')],
        ['FAILED', sum('failed')],
        ['P95', ({ answerTimes }) => (answerTimes === null ? 'none' : `<${answerTimes.p95Ms} ms`)],
        ['LAST SUCCESS', ({ lastSuccessAt }) => lastSuccessAt ?? 'never'],
        ['NAME', ({ name }) => visibleLine(name)],
      ]);
    },
  );
}

interface ListOptions {
  readonly webhook?: string | null;
  readonly status?: DeliveryStatus | null;
  readonly kind?: DeliveryKind | null;
  readonly event?: string | null;
  readonly since?: string | null;
  readonly limit: number;
}

function webhookOption(): Option {
  return new Option('--webhook <id>', 'only of this webhook').argParser(idArgument('webhook'));
}

function deliveriesCommand(): Command {
  return answering(
    new Command('deliveries')
      .description('List deliveries, newest first')
      .addOption(webhookOption())
      .addOption(new Option('--status <status>', 'only in this state').choices([...DELIVERY_STATUSES]))
      .addOption(new Option('--kind <kind>', 'only of this kind').choices([...DELIVERY_KINDS]))
      .addOption(new Option('--event <id>', 'only of this event').argParser(uuidArgument))
      .addOption(new Option('--since <time>', 'only made since, e.g. 2026-11-21T00:00:00Z').argParser(instantArgument))
      .addOption(limitOption(100)),
    async ({ webhook = null, status = null, kind = null, event = null, since = null, limit }: ListOptions) => {
      const variables = { webhook, status, kind, event, since, first: limit };
      const { deliveries } = await ask(listDeliveries, variables);
      if (deliveries === null) throw new CommandFailure('not_found', `there is no webhook ${webhook}`);
      return listAnswer(deliveries.nodes, [
        ['ID', ({ id }) => id],
        ['KIND', ({ kind }) => kind],
        ['STATUS', ({ status }) => status],
        ['ATTEMPTS', ({ attempts }) => String(attempts.length)],
        ['LAST', ({ attempts }) => resultOf(attempts.at(-1))],
        ['CREATED', ({ createdAt }) => createdAt],
        ['NEXT ATTEMPT', ({ nextAttemptAt }) => nextAttemptAt],
      ]);
    },
  );
}

type Attempt = NonNullable<ResultOf<typeof listDeliveries>['deliveries']>['nodes'][number]['attempts'][number];

function resultOf(attempt: Attempt | undefined): string | null {
  if (attempt === undefined) return null;
  return `${attempt.error ?? 'ok'}${attempt.status === null ? '' : ` ${attempt.status}`}`;
}

interface RetryOptions {
  readonly webhook?: string;
  readonly failedSince?: string;
}

function retryCommand(): Command {
  return answering(
    new Command('retry')
      .description('Retry a failed delivery, or all of a webhook that failed since a time')
      .argument('[id]', 'the delivery', uuidArgument)
      .addOption(webhookOption())
      .addOption(new Option('--failed-since <time>', 'e.g. 2026-11-21T00:00:00Z').argParser(instantArgument)),
    async (id: string | undefined, { webhook, failedSince }: RetryOptions) => {
      if ((id === undefined) === (webhook === undefined) || (webhook === undefined) !== (failedSince === undefined)) {
        throw new UsageError('Give either the id of a delivery, or both --webhook and --failed-since.');
      }
      if (id !== undefined) {
        const { delivery } = (await ask(retryOne, { input: { id } })).retryDelivery;
        return { json: delivery, text: `${delivery.id} is retried, cycle ${delivery.cycle} of 3.` };
      }
      const input = { webhookId: webhook ?? '', since: failedSince ?? '' };
      const { retryFailedDeliveries: json } = await ask(retryFailed, { input });
      const { retried, exhausted } = json;
      const rest = exhausted === 0 ? '' : ` ${exhausted} have been retried three times and stay failed.`;
      return { json, text: `${retried} deliveries are retried.${rest}` };
    },
  );
}
