import { graphql } from '../../graph/schema/operation.ts';
import { instant, limit, option } from '../command/parameters.ts';
import { listing } from '../command/row.ts';

/** `catalog audit` */
export const audit = listing({
  name: 'audit',
  about: 'List who did what, newest first: sign-ins, keys, users, applications, tokens, reviews, retries',
  example: '--actor ann --since 2027-01-31T00:00:00Z',
  parameters: {
    actor: option('--actor <who>', 'the actor, such as ann or tool:ann'),
    object: option('--object <id>', 'the object: a user, key, application, proposal …'),
    since: option('--since <time>', 'e.g. 2026-11-21T00:00:00Z', instant),
    limit: limit(100_000),
  },
  operation: graphql(`
    query ListAuditEvents($actor: String, $object: String, $since: DateTime, $first: Int!, $after: String) {
      auditEvents(actor: $actor, object: $object, since: $since, first: $first, after: $after) {
        nodes { id at kind outcome actor object address }
        pageInfo { hasNextPage endCursor }
      }
    }
  `),
  variables: ({ limit, ...filter }, after, count) => ({ ...filter, first: Math.min(100, limit - count), after }),
  items: ({ auditEvents }) => auditEvents,
  most: ({ limit }) => limit,
  columns: [
    ['TIME', ({ at }) => at],
    ['WHAT', ({ kind, outcome }) => (outcome === 'done' ? kind : `${kind} ${outcome}`)],
    ['WHO', ({ actor }) => actor],
    ['OBJECT', ({ object }) => object],
    ['FROM', ({ address }) => address],
  ],
});
