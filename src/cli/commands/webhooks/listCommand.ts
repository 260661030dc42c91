import { Command, Option } from 'commander';
import { graphql } from '../../../graph/schema/operation.ts';
import { visibleLine } from '../../../visibleText.ts';
import { answering, listAnswer } from '../../answer.ts';
import { idArgument } from '../../arguments.ts';
import { allNodes } from '../../client/allNodes.ts';
import { connect } from '../../client/graphClient.ts';
import { CommandFailure } from '../../failures.ts';

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

/** `catalog webhooks list` */
export function webhooksListCommand(): Command {
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
