import { expect, test } from '@jest/globals';
import { type GraphQLArgument, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { MOST_IDS } from '../../../src/graph/administration/idsEndingWith.ts';
import { eventKinds } from '../../../src/graph/model/eventKinds.ts';
import {
  DELIVERY_ATTEMPTS,
  DUMP_CHUNK_BYTES,
  FAILING_WEBHOOK,
  LARGEST_ANIME_LIST,
  LARGEST_APPLICATIONS,
  LARGEST_BACKLOG,
  LARGEST_FAILING,
  LARGEST_PAGE,
  LARGEST_TESTS,
  LARGEST_WEBHOOKS,
  LONGEST_QUERY,
  LONGEST_WEBHOOK_NAME,
  MANUAL_CYCLES,
  MOST_RELATIONS,
  MOST_SUGGESTIONS,
  MOST_TERMS,
  STANDARD_PAGE,
  WEBHOOK_HOURS,
  YEARS,
} from '../../../src/graph/model/limits.ts';
import { PERMISSIONS } from '../../../src/graph/model/permissions.ts';
import { KEY_SCOPES, SCOPES } from '../../../src/graph/model/scopes.ts';
import { createSchema } from '../../../src/graph/schema/schema.ts';

const schema = createSchema();
const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) || isInputObjectType(type)
    ? Object.values(type.getFields()).map((field) => ({ ...field, at: `${type.name}.${field.name}` }))
    : [],
);
const argumentsOf = (field: object) => ('args' in field ? (field.args as readonly GraphQLArgument[]) : []);
const descriptions = new Map(
  fields.flatMap((field) => [
    [field.at, field.description] as const,
    ...argumentsOf(field).map(({ name, description }) => [`${field.at}(${name}:)`, description] as const),
  ]),
);

/** Parts of descriptions by coordinate. */
const said: Readonly<Record<string, string>> = {
  'AnimeFilter.year': `${YEARS.from}–${YEARS.to}.`,
  'AnimeFilter.genre': ` at most ${MOST_TERMS};`,
  'AnimeFilter.studio': ` at most ${MOST_TERMS};`,
  'Anime.year': `${YEARS.from}–${YEARS.to};`,
  'Anime.relations': ` at most ${MOST_RELATIONS.shown}.`,
  'ApiKey.scopes': `: ${KEY_SCOPES.join(', ')}.`,
  'CreateApiKeyInput.scopes': `: ${KEY_SCOPES.join(', ')}.`,
  'Mutation.createApplication': ` at most ${LARGEST_APPLICATIONS}:`,
  'AccessToken.scopes': `: ${SCOPES.join(', ')}.`,
  'IssueTokenInput.scopes': `: ${SCOPES.join(', ')}.`,
  'User.permissions': `: ${PERMISSIONS.join(', ')},`,
  'PermissionInput.permission': `: ${PERMISSIONS.join(', ')}.`,
  'Query.idsEndingWith': ` at most ${MOST_IDS}:`,
  'Query.dumpChunk': ` ${DUMP_CHUNK_BYTES} bytes.`,
  'Query.events(first:)': `, 0–${LARGEST_PAGE};`,
  'Query.search(q:)': `1–${LONGEST_QUERY} code points`,
  'Query.searchSuggestions': ` ${MOST_SUGGESTIONS} at most.`,
  'Query.searchSuggestions(q:)': `1–${LONGEST_QUERY} code points`,
  'Mutation.createWebhook': ` at most ${LARGEST_WEBHOOKS}.`,
  'CreateWebhookInput.name': `, 1–${LONGEST_WEBHOOK_NAME} characters.`,
  'CreateWebhookInput.animeIds': `, 1–${LARGEST_ANIME_LIST};`,
  'UpdateWebhookInput.animeIds': `, 1–${LARGEST_ANIME_LIST}.`,
  'Webhook.waiting': ` up to ${LARGEST_BACKLOG}.`,
  'Webhook.disablesAt': `: ${FAILING_WEBHOOK.disabledAfterHours} hours after failingSince, or at the failure that is number ${FAILING_WEBHOOK.failures}, whichever is later. Null until it has failed for ${FAILING_WEBHOOK.warnedAfterHours} hours`,
  'Webhook.hours': ` the last ${WEBHOOK_HOURS / 24} days,`,
  'WebhookQueue.waiting': ` up to ${LARGEST_BACKLOG}.`,
  'WebhookQueue.failing': ` at most ${LARGEST_FAILING}.`,
  'Mutation.pingWebhook': ` after ${LARGEST_TESTS} within a minute.`,
  'Mutation.retryDelivery': ` with ${DELIVERY_ATTEMPTS} attempts; at most ${MANUAL_CYCLES} times.`,
  'RetryFailedDeliveriesPayload.exhausted': ` ${MANUAL_CYCLES} times.`,
};

test.each(Object.entries(said))('the description of %s says what is in the table', (at, part) => {
  expect(descriptions.get(at)).toContain(part);
});

test('the lists of one page size say it', () => {
  const sizes = fields.flatMap((field) => {
    const size = argumentsOf(field).find(({ name }) => name === 'first');
    return size === undefined || field.at.endsWith('.search') || field.at.endsWith('.events') ? [] : [size];
  });
  expect(sizes.length).toBeGreaterThan(10);
  for (const { description, defaultValue } of sizes) {
    expect([description, defaultValue]).toEqual([`Page size, 1–${LARGEST_PAGE}.`, STANDARD_PAGE]);
  }
});

test('each kind of event has its meaning, as an event and as a delivery', () => {
  const meanings = Object.fromEntries(Object.entries(eventKinds).map(([kind, { meaning }]) => [kind, meaning]));
  const enums = [schema.getType('EventKind'), schema.getType('DeliveryKind')].map((type) =>
    isEnumType(type)
      ? Object.fromEntries(type.getValues().map(({ value, description }) => [value, description]))
      : null,
  );
  expect(enums).toEqual([meanings, { ...meanings, ping: 'A message that tests the receiver.' }]);
});
