import { beforeAll, expect, test } from '@jest/globals';
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { administrationResolvers } from '../../../src/graph/administration/resolvers.ts';
import { createApiKey } from '../../../src/graph/application/apiKeys.ts';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import { applicationResolvers } from '../../../src/graph/application/resolvers.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';
import { userResolvers } from '../../../src/graph/user/resolvers.ts';
import { webhookResolvers } from '../../../src/graph/webhook/resolvers.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { subscribe, testWebhookPorts } from '../../support/webhooks.ts';
import { GraphTester } from '../graphTester.ts';

const schema = createSchema();
const scopes = new Set(['webhooks.read', 'webhooks.write', 'anime.read', 'search.read']);

/** Every root field that these rooms resolve: a new one is tested without being listed here. */
const fields = [applicationResolvers, administrationResolvers, userResolvers, webhookResolvers].flatMap((resolvers) => [
  ...Object.keys(resolvers.Query ?? {}).map((name) => ({ operation: 'query', name }) as const),
  ...Object.keys(resolvers.Mutation ?? {}).map((name) => ({ operation: 'mutation', name }) as const),
]);

/** What every person may do: it concerns that person's own. */
const ofEverybody = ['applications', 'createApplication', 'account', 'endAccountSession'];
/** What an invitation alone authorises, whoever has it. */
const ofInvited = ['invitedName', 'acceptInvitation'];
/** Of tokens: a person's own, which nobody else's has the id or the session of. */
const ofTokens = ['issueToken', 'revokeToken'];
const ofPersons = [...ofEverybody, ...ofInvited, ...ofTokens, 'revokeUserTokens', 'changePassword'];
/** What an operator alone does. */
const ofTools = [
  ...[
    'transferApplication',
    'disableApplication',
    'enableApplication',
    'disableUser',
    'enableUser',
    'idsEndingWith',
    'webhookQueue',
  ],
  ...[userResolvers.Query, userResolvers.Mutation]
    .flatMap((root) => Object.keys(root ?? {}))
    .filter((name) => !ofPersons.includes(name)),
];
/** What ends the application comes last. */
const fieldsOfOwners = fields
  .filter(({ name }) => !ofTools.includes(name))
  .sort((one, other) => Number(one.name === 'deleteApplication') - Number(other.name === 'deleteApplication'));

/** A literal of a type, with `id` for every identifier in it. */
function literal(type: GraphQLInputType, name: string, ids: Readonly<Record<string, string>>): string {
  if (isNonNullType(type)) return literal(type.ofType, name, ids);
  if (isListType(type)) return `[${literal(type.ofType, name, ids)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${required.map((field) => `${field.name}: ${literal(field.type, field.name, ids)}`).join(', ')} }`;
  }
  if (!isScalarType(type)) throw new Error(`no literal of ${type}`);
  if (type.name === 'Int') return '1';
  if (type.name === 'DateTime') return '"2026-11-21T00:00:00.000Z"';
  return JSON.stringify(ids[name] ?? 'anime.read');
}

describeWith(['postgres'], 'what belongs to an application', () => {
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;
  let ids: Record<string, string>;
  let keyId: string;
  let deliveryId: string;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database, catalog);
    const { database } = catalog;
    const application = await createApplication(database.client, { name: 'x', owner: 'ann' });
    const key = { applicationId: application.id, scopes: ['anime.read'], expiresAt: null };
    keyId = (await createApiKey(database, key, new Date())).stored.id;
    const [webhook] = await subscribe(catalog, testWebhookPorts([]), ['https://hooks.example.org/']);
    const webhookId = webhook?.id ?? '';
    await database.client.$executeRaw`
      UPDATE webhook SET application_id = ${application.id}::uuid WHERE id = ${webhookId}::uuid`;
    deliveryId = uuidv7();
    await database.client.$executeRaw`
      INSERT INTO delivery (id, webhook_id, event_id, kind, status, payload, completed_at)
      VALUES (${deliveryId}::uuid, ${webhookId}::uuid, ${uuidv7()}::uuid, 'ping', 'failed', '{}', now())`;
    ids = { applicationId: application.id, webhookId, name: 'ann', user: 'ann' };
  });

  function document({ operation, name }: (typeof fields)[number]): string {
    const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType();
    const field = root?.getFields()[name];
    if (field === undefined) throw new Error(`there is no ${name}`);
    const subject =
      { revokeApiKey: keyId, delivery: deliveryId, retryDelivery: deliveryId }[name] ??
      (/application$/i.test(name) ? ids.applicationId : ids.webhookId);
    const given = field.args.filter(({ type, name: argument }) => isNonNullType(type) || argument in ids);
    const values = given.map(({ name: argument, type }) => {
      return `${argument}: ${literal(type, argument, { ...ids, id: subject ?? '' })}`;
    });
    const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
    return `${operation} { ${name}${values.length === 0 ? '' : `(${values.join(', ')})`}${selection} }`;
  }

  // Who is no person is refused by the declarations (test/graph/schema/access.test.ts).
  test.each(fields)('$name refuses another person', async (field) => {
    const { codes } = await graph.ask(document(field), {}, { kind: 'user', subject: 'bob', scopes });
    if (ofEverybody.includes(field.name)) expect(codes).not.toContain('not_owner');
    else if (ofInvited.includes(field.name)) expect(codes).toEqual(['conflict']);
    else if (ofTokens.includes(field.name)) expect(codes).toHaveLength(1);
    else expect(codes).toEqual(['not_owner']);
  });

  test.each(fieldsOfOwners)('$name lets the owner in', async (field) => {
    const { codes } = await graph.ask(document(field), {}, { kind: 'user', subject: 'ann', scopes });
    for (const code of codes) expect(['not_owner', 'human_user_required']).not.toContain(code);
  });
});
