import { Command, Option } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { answering } from '../../answer.ts';
import { instantArgument, uuidArgument } from '../../arguments.ts';
import { ask } from '../../client/graphClient.ts';
import { UsageError } from '../../failures.ts';
import { webhookOption } from './webhookOption.ts';

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

interface RetryOptions {
  readonly webhook?: string;
  readonly failedSince?: string;
}

/** `catalog webhooks retry` */
export function webhooksRetryCommand(): Command {
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
      const have =
        exhausted === 1 ? 'has been retried three times and stays' : 'have been retried three times and stay';
      const rest = exhausted === 0 ? '' : ` ${exhausted} ${have} failed.`;
      return { json, text: `${retried} ${retried === 1 ? 'delivery is' : 'deliveries are'} retried.${rest}` };
    },
  );
}
