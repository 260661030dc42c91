import { graphql } from '../../graph/schema/operation.ts';
import { DeliveryTable, listedDelivery } from '../account/deliveryTable.tsx';
import { WebhookHealth, WebhookState, webhookFields } from '../account/webhookState.tsx';
import { Facts } from '../design/parts.tsx';
import { idIn, type PersonalPage, required } from '../forms/visit.ts';
import { deskShell } from './deskShell.tsx';

const read = graphql(
  `
    query DeskWebhook($application: UUID!, $id: UUID!, $first: Int!) {
      application(id: $application) { name owner suspendedReason }
      webhook(applicationId: $application, id: $id) {
        ...WebhookStateFields
        deliveries(first: $first) { nodes { ...ListedDelivery } }
      }
    }
  `,
  [webhookFields, listedDelivery],
);

const LATEST = 25;

/** A webhook as its owner sees it: whose it is, what is wrong with it, and what its receiver answered last. */
export const webhookPage: PersonalPage = {
  path: '/review/webhooks/{application}/{webhook}',
  async render(visit) {
    const asked = { application: idIn(visit, 'application'), id: idIn(visit, 'webhook'), first: LATEST };
    const found = await visit.ask(read, asked);
    const [application, webhook] = [required(found.application), required(found.webhook)];
    return deskShell(
      { title: `Webhook ${webhook.name}`, visit },
      <Facts
        facts={[
          ['Application', <bdi>{application.name}</bdi>],
          ['Owner', <bdi>{application.owner}</bdi>],
          ['Suspended', application.suspendedReason],
        ]}
      />,
      <WebhookState webhook={webhook} />,
      <DeliveryTable deliveries={webhook.deliveries?.nodes ?? []} />,
      <WebhookHealth webhook={webhook} />,
    );
  },
};
