import { Command, Option } from 'commander';
import {
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  type DeliveryKind,
  type DeliveryStatus,
} from '../../../graph/model/vocabulary.ts';
import { graphql, type ResultOf } from '../../../graph/schema/operation.ts';
import { answering, listAnswer } from '../../answer.ts';
import { instantArgument, limitOption, uuidArgument } from '../../arguments.ts';
import { ask } from '../../client/graphClient.ts';
import { CommandFailure } from '../../failures.ts';
import { webhookOption } from './webhookOption.ts';

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

interface ListOptions {
  readonly webhook?: string | null;
  readonly status?: DeliveryStatus | null;
  readonly kind?: DeliveryKind | null;
  readonly event?: string | null;
  readonly since?: string | null;
  readonly limit: number;
}

/** `catalog webhooks deliveries` */
export function webhooksDeliveriesCommand(): Command {
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
