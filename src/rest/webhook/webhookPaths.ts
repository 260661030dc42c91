import { graphql } from '../../graph/schema/operation.ts';
import { resourceLookup } from '../endpoint/resourceLookup.ts';
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
  id: uuidParameter({ description: 'Identifier of the subscription.' }),
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

interface WebhookPlace {
  readonly applicationId: string;
  readonly id: string;
}

/** Where a subscription is found. */
export function webhookPlace({ applicationId, id }: WebhookPlace): string {
  return webhookPath.replace('{applicationId}', applicationId).replace('{id}', id);
}

export const webhookExists = resourceLookup({
  operation: graphql(`
    query WebhookId($applicationId: UUID!, $id: UUID!) {
      subscription(applicationId: $applicationId, id: $id) { id }
    }
  `),
  variables: ({ applicationId, id }: WebhookPlace) => ({ applicationId, id }),
  found: ({ subscription }) => subscription !== null,
});

export const deliveryExists = resourceLookup({
  operation: graphql(`
    query DeliveryId($applicationId: UUID!, $id: UUID!, $deliveryId: UUID!) {
      subscription(applicationId: $applicationId, id: $id) {
        delivery(id: $deliveryId) { id }
      }
    }
  `),
  variables: ({ applicationId, id, deliveryId }: WebhookPlace & { readonly deliveryId: string }) => ({
    applicationId,
    id,
    deliveryId,
  }),
  found: ({ subscription }) => subscription?.delivery != null,
});
