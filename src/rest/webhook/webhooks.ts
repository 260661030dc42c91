import { graphql } from '../../graph/schema/operation.ts';
import { jsonBody, noBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { mapped } from '../endpoint/answering.ts';
import { commandEndpoint } from '../endpoint/commandEndpoint.ts';
import { pageEndpoint } from '../endpoint/pageReading.ts';
import { resourceEndpoint } from '../endpoint/resourceEndpoint.ts';
import {
  applicationExists,
  applicationParameters,
  webhookAction,
  webhookExists,
  webhookLocation,
  webhookParameters,
  webhookPath,
  webhooksPath,
} from './webhookPaths.ts';
import {
  newWebhookBody,
  webhookChangeBody,
  webhookFields,
  webhookOutcome,
  webhookResource,
  webhookSchema,
  webhookSecretSchema,
} from './webhookResource.ts';

const webhookItem = mapped(webhookSchema, webhookResource);

export const createWebhook = commandEndpoint({
  method: 'POST',
  path: webhooksPath,
  operationId: 'CreateWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  subscribes: true,
  summary: 'Subscribe',
  description:
    'Makes a webhook. It starts after the publication that is committed at that moment; history is never sent. The signing secret is in this answer and, later, in that of a rotation alone. An application has at most 10 webhooks (409).',
  parameters: applicationParameters,
  target: applicationExists,
  body: jsonBody(newWebhookBody),
  operation: graphql(
    `
    mutation CreateWebhook($input: CreateWebhookInput!) {
      createWebhook(input: $input) { webhook { ...WebhookFields } secret }
    }
  `,
    [webhookFields],
  ),
  variables: ({ parameters, body }) => ({
    input: { applicationId: parameters.applicationId, ...body, animeIds: body.animeIds ?? null },
  }),
  response: {
    status: 201,
    description: 'The webhook and its secret.',
    schema: webhookSecretSchema,
    entityTag: 'strong',
    location: true,
    secret: true,
  },
  outcome: ({ createWebhook: { webhook, secret } }, { applicationId }) => ({
    resource: { ...webhookResource(webhook), secret },
    version: webhook.version,
    location: webhookLocation({ applicationId, id: webhook.id }),
  }),
});

export const listWebhooks = pageEndpoint({
  path: webhooksPath,
  operationId: 'ListWebhooks',
  access: manages('webhooks.read'),
  section: 'Webhooks',
  summary: 'List webhooks',
  description: 'The webhooks of an application, newest first.',
  parameters: applicationParameters,
  page: { unchanged: 'It holds for this application alone.' },
  operation: graphql(
    `
    query ListWebhooks($applicationId: UUID!, $first: Int!, $after: String) {
      webhooks(applicationId: $applicationId, first: $first, after: $after) {
        nodes { ...WebhookFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  `,
    [webhookFields],
  ),
  variables: ({ applicationId }, page) => ({ applicationId, ...page }),
  list: ({ webhooks }) => webhooks,
  response: { id: 'WebhookSubscriptionPage', description: 'A page of webhooks.' },
  item: webhookItem,
});

export const getWebhook = resourceEndpoint({
  path: webhookPath,
  operationId: 'GetWebhook',
  access: manages('webhooks.read'),
  section: 'Webhooks',
  summary: 'Read a webhook',
  description:
    'The webhook, without its secret. Its ETag is what changes and deletion ask for in If-Match; there it means the revision, whatever its deliveries have done since.',
  parameters: webhookParameters,
  entityTag: 'strong',
  operation: graphql(
    `
    query GetWebhook($applicationId: UUID!, $id: UUID!) {
      webhook(applicationId: $applicationId, id: $id) { ...WebhookFields }
    }
  `,
    [webhookFields],
  ),
  variables: ({ applicationId, id }) => ({ applicationId, id }),
  node: ({ webhook }) => webhook,
  response: { description: 'The webhook.' },
  resource: webhookItem,
});

const asItIs = {
  status: 200,
  description: 'The webhook as it is now.',
  schema: webhookSchema,
  entityTag: 'strong',
} as const;

export const updateWebhook = commandEndpoint({
  method: 'PATCH',
  path: webhookPath,
  operationId: 'UpdateWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  summary: 'Change a webhook',
  description:
    'Changes the members that the body holds. Deliveries that wait go to a new URL from their next attempt on. The body may be called application/merge-patch+json too.',
  parameters: webhookParameters,
  target: webhookExists,
  needsIfMatch: true,
  body: jsonBody(webhookChangeBody, { mediaTypes: ['application/json', 'application/merge-patch+json'] }),
  operation: graphql(
    'mutation UpdateWebhook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { ...WebhookFields } } }',
    [webhookFields],
  ),
  variables: ({ parameters: { id }, body: { name, url, events, animeIds }, revisions }) => ({
    input: {
      id,
      revisions: revisions === null ? null : [...revisions],
      name: name ?? null,
      url: url ?? null,
      events: events ?? null,
      ...(animeIds !== undefined && { animeIds }),
    },
  }),
  response: asItIs,
  outcome: ({ updateWebhook: { webhook } }) => webhookOutcome(webhook),
});

export const deleteWebhook = commandEndpoint({
  method: 'DELETE',
  path: webhookPath,
  operationId: 'DeleteWebhook',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  summary: 'Delete a webhook',
  description: 'Deletes it for good. Deliveries that wait are cancelled.',
  parameters: webhookParameters,
  target: webhookExists,
  needsIfMatch: true,
  body: noBody,
  operation: graphql('mutation DeleteWebhook($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { id } }'),
  variables: ({ parameters: { id }, revisions }) => ({
    input: { id, revisions: revisions === null ? null : [...revisions] },
  }),
  response: { status: 204, description: 'It is gone.' },
  outcome: () => ({}),
});

export const enableWebhook = commandEndpoint({
  ...webhookAction,
  path: `${webhookPath}/enable`,
  operationId: 'EnableWebhook',
  summary: 'Enable a webhook',
  description:
    'Sends events from now on: nothing that was published or cancelled while it was disabled. One that is enabled stays as it is. 409 while a great many that waited when it was disabled are still being cancelled.',
  operation: graphql(
    'mutation EnableWebhook($input: WebhookInput!) { enableWebhook(input: $input) { webhook { ...WebhookFields } } }',
    [webhookFields],
  ),
  response: asItIs,
  outcome: ({ enableWebhook: { webhook } }) => webhookOutcome(webhook),
});

export const disableWebhook = commandEndpoint({
  ...webhookAction,
  path: `${webhookPath}/disable`,
  operationId: 'DisableWebhook',
  summary: 'Disable a webhook',
  description: 'Sends nothing more; deliveries that wait are cancelled. One that is disabled stays as it is.',
  operation: graphql(
    'mutation DisableWebhook($input: WebhookInput!) { disableWebhook(input: $input) { webhook { ...WebhookFields } } }',
    [webhookFields],
  ),
  response: asItIs,
  outcome: ({ disableWebhook: { webhook } }) => webhookOutcome(webhook),
});

export const rotateWebhookSecret = commandEndpoint({
  ...webhookAction,
  path: `${webhookPath}/rotate-secret`,
  operationId: 'RotateWebhookSecret',
  summary: 'Make a new secret',
  description:
    'Answers with a new secret, which signs every attempt from now on; one that is under way may still carry the old one. Let the receiver accept both, rotate, then drop the old: a 401 of the receiver is final.',
  operation: graphql(
    `
    mutation RotateWebhookSecret($input: WebhookInput!) {
      rotateWebhookSecret(input: $input) { webhook { ...WebhookFields } secret }
    }
  `,
    [webhookFields],
  ),
  response: {
    status: 200,
    description: 'The webhook and its new secret.',
    schema: webhookSecretSchema,
    entityTag: 'strong',
    secret: true,
  },
  outcome: ({ rotateWebhookSecret: { webhook, secret } }) => ({
    resource: { ...webhookResource(webhook), secret },
    version: webhook.version,
  }),
});
