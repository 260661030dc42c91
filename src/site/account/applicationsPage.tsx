import { LARGEST_APPLICATIONS, LARGEST_WEBHOOKS } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Input } from '../design/fields.tsx';
import { NamedLink } from '../design/link.tsx';
import { Section, Time } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { FormView } from '../forms/formView.tsx';
import type { PersonalPage } from '../forms/visit.ts';
import { accountShell, applicationPath } from './accountShell.tsx';
import { isWorking } from './keysPage.tsx';
import { webhookState } from './webhookState.tsx';

const list = graphql(`
  query AccountApplications($first: Int!) {
    applications(first: $first) { nodes { id name createdAt disabledAt keys { revokedAt expiresAt } } }
  }
`);

const webhooks = graphql(`
  query AccountFailing($id: UUID!, $first: Int!) {
    webhooks(applicationId: $id, first: $first) { nodes { id name status failingSince hours { delivered retried failed } } }
  }
`);

const create = graphql(`
  mutation AccountCreateApplication($input: CreateApplicationInput!) {
    createApplication(input: $input) { application { id } }
  }
`);

const NONE = 'No applications yet. Create one to get API keys, a higher quota and webhooks.';

/** The person's applications, and a new one. */
export const applicationsPage: PersonalPage = {
  path: '/account',
  async render(visit) {
    const { nodes } = (await visit.ask(list, { first: LARGEST_APPLICATIONS })).applications;
    const itsWebhooks = await Promise.all(
      nodes.map(async ({ id }) => (await visit.ask(webhooks, { id, first: LARGEST_WEBHOOKS })).webhooks?.nodes ?? []),
    );
    return accountShell(
      { title: 'Your applications', visit },
      <Table
        none={NONE}
        caption={`Your applications, oldest first (at most ${LARGEST_APPLICATIONS})`}
        columns={['Name', 'State', 'Active keys', 'Webhooks', 'Created']}
        rows={nodes.map(({ id, name, createdAt, disabledAt, keys }, at) => [
          <NamedLink to={applicationPath(id, 'keys')} name={name} />,
          disabledAt === null ? '● active' : '▲ disabled by the operator',
          keys.filter((key) => isWorking(key, visit.now)).length,
          <ul class="changes">
            {(itsWebhooks[at] ?? []).map((webhook) => (
              <li>
                <NamedLink to={applicationPath(id, 'webhooks', webhook.id)} name={webhook.name} />{' '}
                {webhookState(webhook)}
              </li>
            ))}
          </ul>,
          <Time at={createdAt} />,
        ])}
      />,
      <Section id="create" title="New application">
        <FormView name="create" submit="Create the application">
          <Input label="Name" name="name" required autofocus={nodes.length === 0 && visit.fault === null} />
        </FormView>
      </Section>,
    );
  },
  forms: {
    async create({ ask }, fields) {
      const { createApplication } = await ask(create, { input: { name: fields.get('name') ?? '' } });
      return { to: applicationPath(createApplication.application.id, 'keys') };
    },
  },
};
