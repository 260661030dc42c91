import { Command, Option } from 'commander';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { instantArgument } from '../arguments/instantArgument.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { limitOption } from '../arguments/limitOption.ts';
import { uuidArgument } from '../arguments/uuidArgument.ts';
import { connect } from '../client/connect.ts';
import { CommandFailure } from '../failure/commandFailure.ts';
import { UsageError } from '../failure/usageError.ts';
import { formatTable } from '../terminal/formatTable.ts';
import { printJson, printText } from '../terminal/output.ts';

const listDeliveries = graphql(`
  query ListDeliveries($subscription: UUID, $status: DeliveryStatus, $first: Int!) {
    deliveries(subscriptionId: $subscription, status: $status, first: $first) {
      nodes {
        id
        subscriptionId
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

/** `catalog webhooks deliveries|retry` */
export function webhooksCommand(): Command {
  return new Command('webhooks')
    .description('Look at webhook deliveries and retry those that failed')
    .addCommand(deliveriesCommand())
    .addCommand(retryCommand());
}

interface ListOptions {
  readonly subscription?: string;
  readonly status?: DeliveryStatus;
  readonly limit: number;
  readonly json?: true;
}

function subscriptionOption(): Option {
  return new Option('--subscription <id>', 'of this subscription alone').argParser(uuidArgument);
}

function deliveriesCommand(): Command {
  return new Command('deliveries')
    .description('List deliveries, newest first')
    .addOption(subscriptionOption())
    .addOption(new Option('--status <status>', 'in this state alone').choices([...DELIVERY_STATUSES]))
    .addOption(limitOption(100))
    .addOption(jsonOption())
    .action(async ({ subscription, status, limit, json }: ListOptions) => {
      const variables = { subscription: subscription ?? null, status: status ?? null, first: limit };
      const { deliveries } = await (await connect()).run(listDeliveries, variables);
      if (deliveries === null) throw new CommandFailure('not_found', `there is no subscription ${subscription}`);
      if (json) return printJson({ items: deliveries.nodes });
      const rows = deliveries.nodes.map(({ id, kind, createdAt, attempts, ...delivery }) => {
        const last = attempts.at(-1);
        const result =
          last === undefined ? '' : `${last.error ?? 'ok'}${last.status === null ? '' : ` ${last.status}`}`;
        return [id, kind, delivery.status, String(attempts.length), result, createdAt, delivery.nextAttemptAt ?? ''];
      });
      return printText(formatTable(['ID', 'KIND', 'STATUS', 'ATTEMPTS', 'LAST', 'CREATED', 'NEXT ATTEMPT'], rows));
    });
}

interface RetryOptions {
  readonly subscription?: string;
  readonly failedSince?: string;
  readonly json?: true;
}

function retryCommand(): Command {
  return new Command('retry')
    .description('Begin a failed delivery again, or all of a subscription that failed since a time')
    .argument('[id]', 'the delivery', uuidArgument)
    .addOption(subscriptionOption())
    .addOption(new Option('--failed-since <time>', 'e.g. 2026-11-21T00:00:00Z').argParser(instantArgument))
    .addOption(jsonOption())
    .action(async (id: string | undefined, { subscription, failedSince, json }: RetryOptions) => {
      if (
        (id === undefined) === (subscription === undefined) ||
        (subscription === undefined) !== (failedSince === undefined)
      ) {
        throw new UsageError('Give either the id of a delivery, or both --subscription and --failed-since.');
      }
      const connection = await connect();
      if (id !== undefined) {
        const { delivery } = (await connection.run(retryOne, { input: { id } })).retryDelivery;
        return json ? printJson(delivery) : printText(`${delivery.id} is retried, cycle ${delivery.cycle} of 3.`);
      }
      const input = { subscriptionId: subscription ?? '', since: failedSince ?? '' };
      const { retried, exhausted } = (await connection.run(retryFailed, { input })).retryFailedDeliveries;
      if (json) return printJson({ retried, exhausted });
      const rest = exhausted === 0 ? '' : ` ${exhausted} have been retried three times and stay failed.`;
      return printText(`${retried} deliveries are retried.${rest}`);
    });
}
