import { invalidParameter } from '../../graph/model/errors.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Once } from '../design/once.tsx';
import { idIn, required } from '../forms/required.ts';
import type { AccountPage, Visit } from '../forms/visit.ts';
import { applicationShell } from './applicationShell.tsx';
import { applicationPath } from './paths.ts';
import { webhookInput } from './webhookForm.tsx';
import { WebhookForms } from './webhookForms.tsx';
import { WebhookHealth } from './webhookHealth.tsx';
import { webhookOperation } from './webhookOperation.ts';
import { WebhookState } from './webhookState.tsx';

const operations = {
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
export const webhookPage: AccountPage = {
  path: '/account/applications/{application}/webhooks/{webhook}',
  forms: ['update', 'switch', 'ping', 'rotate', 'delete'],
  prepare: (prepare) => {
    const read = prepare(webhookOperation);
    const update = prepare(operations.update);
    const enable = prepare(operations.enable);
    const disable = prepare(operations.disable);
    const ping = prepare(operations.ping);
    const rotate = prepare(operations.rotate);
    const remove = prepare(operations.remove);
    const find = async (visit: Visit) => {
      const asked = { application: idIn(visit, 'application'), id: idIn(visit, 'webhook') };
      const { application, webhook } = await read(visit.context, asked);
      return { application: required(application), webhook: required(webhook) };
    };
    const own = (visit: Visit) => applicationPath(idIn(visit, 'application'), 'webhooks', idIn(visit, 'webhook'));
    return {
      async render(visit) {
        const { application, webhook } = await find(visit);
        return applicationShell({
          title: `Webhook ${webhook.name}`,
          visit,
          application,
          above: [[applicationPath(application.id, 'webhooks'), 'Webhooks']],
          children: (
            <>
              <WebhookState webhook={webhook} />
              <p>
                <Link to={`${own(visit)}/deliveries`}>Deliveries</Link>, with what was sent and answered
              </p>
              <WebhookHealth webhook={webhook} />
              <WebhookForms visit={visit} webhook={webhook} />
            </>
          ),
        });
      },
      forms: {
        async update(visit, fields) {
          const { webhook } = await find(visit);
          const seen = Number(fields.get('revision'));
          if (!Number.isInteger(seen) || seen < 0 || seen > 2 ** 31 - 1) {
            throw invalidParameter('revision', 'the one of the webhook as you have seen it is expected.');
          }
          await update(visit.context, { input: { id: webhook.id, revisions: [seen], ...webhookInput(fields) } });
          return { to: own(visit) };
        },
        async switch(visit, fields) {
          const { webhook } = await find(visit);
          const to = fields.get('status');
          if (to === 'enabled') await enable(visit.context, { input: { id: webhook.id } });
          else if (to === 'disabled') await disable(visit.context, { input: { id: webhook.id } });
          else throw invalidParameter('status', 'enabled or disabled is expected.');
          return { to: own(visit) };
        },
        async ping(visit) {
          const { webhook } = await find(visit);
          const { delivery } = (await ping(visit.context, { input: { id: webhook.id } })).pingWebhook;
          return { to: `${own(visit)}/deliveries/${delivery.id}` };
        },
        async rotate(visit) {
          const { webhook } = await find(visit);
          const { secret } = (await rotate(visit.context, { input: { id: webhook.id } })).rotateWebhookSecret;
          return {
            notice: (
              <Once title="The new secret" secret={secret}>
                <p>Every attempt from now on is signed with it; one that is under way may still carry the old one.</p>
              </Once>
            ),
          };
        },
        async delete(visit, fields) {
          const { application, webhook } = await find(visit);
          if (fields.get('name') !== webhook.name) throw invalidParameter('name', 'what you typed is not its name.');
          await remove(visit.context, { input: { id: webhook.id } });
          return { to: applicationPath(application.id, 'webhooks') };
        },
      },
    };
  },
};
