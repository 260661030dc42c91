import { LARGEST_WEBHOOKS } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Once } from '../design/once.tsx';
import { Table } from '../design/table.tsx';
import { timeOr } from '../design/timeOr.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required } from '../forms/visit.ts';
import { applicationPath } from './accountShell.tsx';
import { applicationShell, shellFields } from './applicationShell.tsx';
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
  mutation AccountCreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) { webhook { id } secret }
  }
`);

/** The webhooks of an application, and a new one. */
export const webhooksPage: PersonalPage = {
  path: '/account/applications/{application}/webhooks',
  async render(visit) {
    const id = idIn(visit, 'application');
    const found = await visit.ask(list, { id, first: LARGEST_WEBHOOKS });
    const application = required(found.application);
    const webhooks = found.webhooks?.nodes ?? [];
    return applicationShell(
      { title: `Webhooks of ${application.name}`, visit, application },
      webhooks.length === 0 ? (
        <p>
          A webhook sends what changes in the catalogue to a program of yours, signed. There is none: make the first
          one.
        </p>
      ) : (
        <Table
          caption={`Webhooks, the newest first; an application may have ${LARGEST_WEBHOOKS}`}
          columns={['Name', 'State', 'Receiver', 'Events to read', 'Last success']}
          rows={webhooks.map((webhook) => {
            const own = applicationPath(id, 'webhooks', webhook.id);
            return {
              key: webhook.id,
              cells: [
                <Link key="name" to={own}>
                  <bdi>{webhook.name}</bdi>
                </Link>,
                <Link key="state" to={`${own}/deliveries`}>
                  {webhookState(webhook)}
                </Link>,
                <code key="url">{webhook.url}</code>,
                webhook.waiting,
                timeOr(webhook.lastSuccessAt, 'never'),
              ],
            };
          })}
        />
      ),
      <section aria-labelledby="create">
        <h2 id="create">A new webhook</h2>
        <p>
          <Link to="/docs/webhooks">Webhooks</Link> shows the body of each kind of event, what a receiver does, and code
          that verifies signatures.
        </p>
        <FormView visit={visit} name="create" submit="Create the webhook">
          <WebhookFields visit={visit} form="create" />
        </FormView>
      </section>,
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
