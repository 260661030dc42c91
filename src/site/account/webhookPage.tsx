import type { VNode } from 'preact';
import { invalidParameter } from '../../graph/model/errors.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Once, Section } from '../design/parts.tsx';
import { FormView, ValueForm } from '../forms/formView.tsx';
import { choiceIn, idIn, type PersonalPage, required, type Visit } from '../forms/visit.ts';
import { applicationPath, applicationShell, assertNamed, DeleteByName, shellFields } from './accountShell.tsx';
import { DeliveryTable, listedDelivery } from './deliveryTable.tsx';
import { WebhookFields, webhookInput } from './webhookFields.tsx';
import { type Webhook, WebhookHealth, WebhookState, webhookFields } from './webhookState.tsx';

const operations = {
  read: graphql(
    `
      query AccountWebhook($application: UUID!, $id: UUID!) {
        application(id: $application) { ...ApplicationShellFields }
        webhook(applicationId: $application, id: $id) {
          ...WebhookStateFields
          deliveries(first: 5) { nodes { ...ListedDelivery } }
        }
      }
    `,
    [shellFields, webhookFields, listedDelivery],
  ),
  update: graphql(`
    mutation AccountUpdateWebhook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id } } }
  `),
  enable: graphql(`
    mutation AccountEnableWebhook($input: WebhookInput!) { enableWebhook(input: $input) { webhook { id } } }
  `),
  disable: graphql(`
    mutation AccountDisableWebhook($input: WebhookInput!) { disableWebhook(input: $input) { webhook { id } } }
  `),
  ping: graphql(`
    mutation AccountPingWebhook($input: WebhookInput!) { pingWebhook(input: $input) { delivery { id } } }
  `),
  rotate: graphql(`
    mutation AccountRotateWebhook($input: WebhookInput!) { rotateWebhookSecret(input: $input) { secret } }
  `),
  remove: graphql(`
    mutation AccountDeleteWebhook($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { id } }
  `),
};

/** A webhook: its state, its health by hour, its forms. */
export const webhookPage: PersonalPage = {
  path: '/account/applications/{application}/webhooks/{webhook}',
  async render(visit) {
    const { application, webhook } = await find(visit);
    return applicationShell(
      {
        title: `Webhook ${webhook.name}`,
        visit,
        application,
        above: [[applicationPath(application.id, 'webhooks'), 'Webhooks']],
      },
      <WebhookState webhook={webhook} />,
      <Section id="deliveries" title="Latest deliveries">
        <DeliveryTable
          deliveries={webhook.deliveries?.nodes ?? []}
          pathOf={({ id: delivery }) => `${visit.path}/deliveries/${delivery}`}
        />
        <p>
          <Link to={`${visit.path}/deliveries`}>All deliveries</Link>,{' '}
          <Link to={`${visit.path}/deliveries?status=failed`}>failed deliveries</Link>
        </p>
      </Section>,
      <WebhookHealth webhook={webhook} />,
      <WebhookForms webhook={webhook} />,
    );
  },
  forms: {
    async update(visit, fields) {
      const seen = Number(fields.get('revision'));
      if (!Number.isInteger(seen) || seen < 0 || seen > 2 ** 31 - 1) {
        throw invalidParameter('revision', 'the one of the webhook as you have seen it is expected.');
      }
      const input = { id: idIn(visit, 'webhook'), revisions: [seen], ...webhookInput(fields) };
      await visit.ask(operations.update, { input });
      return { to: visit.path };
    },
    async switch(visit, fields) {
      const input = { id: idIn(visit, 'webhook') };
      const to = choiceIn('status', fields.get('status'), ['enabled', 'disabled']);
      if (to === 'enabled') await visit.ask(operations.enable, { input });
      else await visit.ask(operations.disable, { input });
      return { notice: <p role="status">Webhook {to}.</p> };
    },
    async ping(visit) {
      const input = { id: idIn(visit, 'webhook') };
      const { delivery } = (await visit.ask(operations.ping, { input })).pingWebhook;
      return { to: `${visit.path}/deliveries/${delivery.id}` };
    },
    async rotate(visit) {
      const input = { id: idIn(visit, 'webhook') };
      const { secret } = (await visit.ask(operations.rotate, { input })).rotateWebhookSecret;
      return {
        notice: (
          <Once title="The new secret" secret={secret}>
            <p>Every attempt from now on is signed with it; one in flight may still carry the old one.</p>
          </Once>
        ),
      };
    },
    async delete(visit, fields) {
      const { application, webhook } = await find(visit);
      assertNamed(fields, webhook.name);
      await visit.ask(operations.remove, { input: { id: webhook.id } });
      return { to: applicationPath(application.id, 'webhooks') };
    },
  },
};

async function find(visit: Visit) {
  const asked = { application: idIn(visit, 'application'), id: idIn(visit, 'webhook') };
  const { application, webhook } = await visit.ask(operations.read, asked);
  return { application: required(application), webhook: required(webhook) };
}

/** The forms by which an owner changes a webhook. */
function WebhookForms({ webhook }: { readonly webhook: Webhook }): VNode {
  const isOn = webhook.status === 'enabled';
  const [label, look, next] = isOn
    ? (['Disable', 'danger', 'disabled'] as const)
    : (['Enable', 'quiet', 'enabled'] as const);
  return (
    <>
      <Section id="test" title="Test">
        <p>Sends a ping now; the next page shows the result.</p>
        <FormView name="ping" submit="Send a ping" look="quiet" />
      </Section>
      <Section id="update" title="Edit">
        <FormView name="update" submit="Save the webhook">
          <input type="hidden" name="revision" value={webhook.revision} />
          <WebhookFields webhook={webhook} />
        </FormView>
      </Section>
      <Section id="switch" title="Enable or disable">
        <p>Disabling stops deliveries and cancels pending ones. Enabling sends what is published from then on.</p>
        <ValueForm name="switch" submit={label} look={look} asksFirst={isOn} field="status" value={next} />
      </Section>
      <Section id="rotate" title="Rotate the secret">
        <p>
          Let the receiver accept several secrets, create a new one here, add it to the receiver, then remove the old
          one. A 401 of the receiver is not retried.
        </p>
        <FormView name="rotate" submit="Create a new secret" look="danger" asksFirst />
      </Section>
      <DeleteByName name={webhook.name} what="webhook">
        This cannot be undone; pending deliveries are cancelled.
      </DeleteByName>
    </>
  );
}
