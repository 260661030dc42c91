import { LARGEST_WEBHOOKS } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Link, NamedLink } from '../design/link.tsx';
import { Once, Section, timeOr } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required } from '../forms/visit.ts';
import { applicationPath, applicationShell, shellFields } from './accountShell.tsx';
import { WebhookFields, webhookInput } from './webhookFields.tsx';
import { webhookState } from './webhookState.tsx';

const list = graphql(
  `
    query AccountWebhooks($id: UUID!, $first: Int!) {
      application(id: $id) { ...ApplicationShellFields }
      webhooks(applicationId: $id, first: $first) {
        nodes { id name url status waiting lastSuccessAt failingSince hours { delivered retried failed } }
      }
    }
  `,
  [shellFields],
);

const createWebhook = graphql(`
  mutation AccountCreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } secret } }
`);

/** The webhooks of an application, and a new one. */
export const webhooksPage: PersonalPage = {
  path: '/account/applications/{application}/webhooks',
  async render(visit) {
    const id = idIn(visit, 'application');
    const found = await visit.ask(list, { id, first: LARGEST_WEBHOOKS });
    const application = required(found.application);
    return applicationShell(
      { title: `Webhooks of ${application.name}`, visit, application },
      <Table
        none="No webhooks yet. A webhook sends signed events to your server when the catalogue changes."
        caption={`Webhooks, newest first (at most ${LARGEST_WEBHOOKS} per application)`}
        columns={['Name', 'State', 'Receiver', 'Pending events', 'Last success']}
        rows={(found.webhooks?.nodes ?? []).map((webhook) => [
          <NamedLink to={applicationPath(id, 'webhooks', webhook.id)} name={webhook.name} />,
          webhookState(webhook),
          <code>{webhook.url}</code>,
          webhook.waiting,
          timeOr(webhook.lastSuccessAt, 'never'),
        ])}
      />,
      <Section id="create" title="New webhook">
        <p>
          <Link to="/docs/webhooks">Webhooks</Link> shows the body of each kind of event, what a receiver does, and code
          that verifies signatures.
        </p>
        <FormView name="create" submit="Create the webhook">
          <WebhookFields />
        </FormView>
      </Section>,
    );
  },
  forms: {
    async create(visit, fields) {
      const input = { applicationId: idIn(visit, 'application'), ...webhookInput(fields) };
      const { secret } = (await visit.ask(createWebhook, { input })).createWebhook;
      return {
        notice: (
          <Once title="The secret of your new webhook" secret={secret}>
            <p>
              Its deliveries are signed with it. Give it to the receiver as <code>WEBHOOK_SECRET</code>.
            </p>
          </Once>
        ),
      };
    },
  },
};
