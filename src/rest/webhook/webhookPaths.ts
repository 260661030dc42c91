import { graphql } from '../../graph/schema/operation.ts';
import { noBody } from '../body/bodyKinds.ts';
import { manages } from '../endpoint/access.ts';
import { resourceLookup } from '../endpoint/commandEndpoint.ts';
import { uuidParameter } from '../parameters/kinds.ts';

export const webhooksPath = '/v1/developer/applications/{applicationId}/webhooks';
export const webhookPath = `${webhooksPath}/{id}`;
export const deliveriesPath = `${webhookPath}/deliveries`;
export const deliveryPath = `${deliveriesPath}/{deliveryId}`;

export const applicationParameters = {
  applicationId: uuidParameter({ description: 'An application that the caller owns.' }),
};

export const webhookParameters = {
  ...applicationParameters,
  id: uuidParameter({ description: 'Identifier of the webhook.' }),
};

export const deliveryParameters = {
  ...webhookParameters,
  deliveryId: uuidParameter({ description: 'Identifier of the delivery.' }),
};

export const applicationExists = resourceLookup({
  operation: graphql('query ApplicationId($id: UUID!) { application(id: $id) { id } }'),
  variables: ({ applicationId }: { readonly applicationId: string }) => ({ id: applicationId }),
  found: ({ application }) => application !== null,
});

interface WebhookKey {
  readonly applicationId: string;
  readonly id: string;
}

/** The path of a webhook. */
export function webhookLocation({ applicationId, id }: WebhookKey): string {
  return webhookPath.replace('{applicationId}', applicationId).replace('{id}', id);
}

export const webhookExists = resourceLookup({
  operation: graphql(`
    query WebhookId($applicationId: UUID!, $id: UUID!) { webhook(applicationId: $applicationId, id: $id) { id } }
  `),
  variables: ({ applicationId, id }: WebhookKey) => ({ applicationId, id }),
  found: ({ webhook }) => webhook !== null,
});

/** The common part of every action on a webhook without a body: `POST /v1/…/webhooks/{id}/ACTION`. */
export const webhookAction = {
  method: 'POST',
  access: manages('webhooks.write'),
  section: 'Webhooks',
  parameters: webhookParameters,
  target: webhookExists,
  body: noBody,
  variables: ({ parameters: { id } }: { readonly parameters: { readonly id: string } }) => ({ input: { id } }),
} as const;

export const deliveryExists = resourceLookup({
  operation: graphql(`
    query DeliveryId($applicationId: UUID!, $id: UUID!, $deliveryId: UUID!) {
      webhook(applicationId: $applicationId, id: $id) { delivery(id: $deliveryId) { id } }
    }
  `),
  variables: ({ applicationId, id, deliveryId }: WebhookKey & { readonly deliveryId: string }) => ({
    applicationId,
    id,
    deliveryId,
  }),
  found: ({ webhook }) => webhook?.delivery != null,
});
