import { Command, Option } from 'commander';
import { graphql } from '../../graph/schema/operation.ts';
import { answering, listAnswer } from '../answer.ts';
import { instantArgument, limitOption } from '../arguments.ts';
import { allNodes } from '../client/allNodes.ts';
import { connect } from '../client/graphClient.ts';

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
      pageInfo { hasNextPage endCursor }
    }
  }
`);

interface AuditOptions {
  readonly actor?: string;
  readonly object?: string;
  readonly since?: string;
  readonly limit: number;
}

/** `catalog audit` */
export function auditCommand(): Command {
  return answering(
    new Command('audit')
      .description('List who did what, newest first: sign-ins, keys, users, applications, tokens, reviews, retries')
      .option('--actor <who>', 'the actor, such as ann or tool:ann')
      .option('--object <id>', 'the object: a user, key, application, proposal …')
      .addOption(new Option('--since <time>', 'e.g. 2026-11-21T00:00:00Z').argParser(instantArgument))
      .addOption(limitOption(100_000)),
    async ({ actor, object, since, limit }: AuditOptions) => {
      const client = await connect();
      const filter = { actor: actor ?? null, object: object ?? null, since: since ?? null };
      const items = await allNodes(
        async (after, count) =>
          (await client.run(listAuditEvents, { ...filter, first: Math.min(100, limit - count), after })).auditEvents,
        limit,
      );
      return listAnswer(items, [
        ['TIME', ({ at }) => at],
        ['WHAT', ({ kind, outcome }) => (outcome === 'done' ? kind : `${kind} ${outcome}`)],
        ['WHO', ({ actor }) => actor],
        ['OBJECT', ({ object }) => object],
        ['FROM', ({ address }) => address],
      ]);
    },
  );
}
