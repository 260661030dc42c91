import { Command, Option } from 'commander';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { instantArgument } from '../arguments/instantArgument.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { limitOption } from '../arguments/limitOption.ts';
import { connect } from '../client/connect.ts';
import { formatTable } from '../terminal/formatTable.ts';
import { printJson, printText } from '../terminal/output.ts';

const listAuditEvents = graphql(`
  query ListAuditEvents($actor: String, $object: String, $since: DateTime, $first: Int!, $after: String) {
    auditEvents(actor: $actor, object: $object, since: $since, first: $first, after: $after) {
      nodes {
        id
        at
        kind
        outcome
        actor
        object
        address
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type ListedEvent = ResultOf<typeof listAuditEvents>['auditEvents']['nodes'][number];

interface AuditOptions {
  readonly actor?: string;
  readonly object?: string;
  readonly since?: string;
  readonly limit: number;
  readonly json?: true;
}

/** `catalog audit` */
export function auditCommand(): Command {
  return new Command('audit')
    .description('Tell who did what, newest first: sign-ins, keys, users, applications, tokens, reviews, retries')
    .option('--actor <who>', 'what one did, such as ann or tool:ann')
    .option('--object <id>', 'what was done to one user, key, application, proposal …')
    .addOption(new Option('--since <time>', 'e.g. 2026-11-21T00:00:00Z').argParser(instantArgument))
    .addOption(limitOption(100_000))
    .addOption(jsonOption())
    .action(async ({ actor, object, since, limit, json }: AuditOptions) => {
      const client = await connect();
      const filter = { actor: actor ?? null, object: object ?? null, since: since ?? null };
      const items: ListedEvent[] = [];
      let after: string | null = null;
      do {
        const first = Math.min(100, limit - items.length);
        const page: ResultOf<typeof listAuditEvents> = await client.run(listAuditEvents, { ...filter, first, after });
        items.push(...page.auditEvents.nodes);
        after = page.auditEvents.pageInfo.hasNextPage ? page.auditEvents.pageInfo.endCursor : null;
      } while (after !== null && items.length < limit);
      if (json) return printJson({ items });
      const rows = items.map(({ at, kind, outcome, ...event }) => [
        at,
        outcome === 'done' ? kind : `${kind} ${outcome}`,
        event.actor,
        event.object ?? '',
        event.address ?? '',
      ]);
      return printText(formatTable(['TIME', 'WHAT', 'WHO', 'OBJECT', 'FROM'], rows));
    });
}
