import { Command } from 'commander';
import { webhooksDeliveriesCommand } from './webhooks/deliveriesCommand.ts';
import { webhooksListCommand } from './webhooks/listCommand.ts';
import { webhooksListenCommand } from './webhooks/listenCommand.ts';
import { webhooksRetryCommand } from './webhooks/retryCommand.ts';

/** `catalog webhooks list|listen|deliveries|retry` */
export function webhooksCommand(): Command {
  return new Command('webhooks')
    .description('List webhooks and their deliveries, retry failed ones, try a receiver on this machine')
    .addCommand(webhooksListCommand())
    .addCommand(webhooksListenCommand())
    .addCommand(webhooksDeliveriesCommand())
    .addCommand(webhooksRetryCommand());
}
