import { LARGEST_APPLICATIONS } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Field } from '../design/field.tsx';
import { Link } from '../design/link.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { FormView, typed } from '../forms/formView.tsx';
import type { PersonalPage } from '../forms/visit.ts';
import { accountShell, applicationPath } from './accountShell.tsx';
import { isWorking } from './key.tsx';

const list = graphql(`
  query AccountApplications($first: Int!) {
    applications(first: $first) {
      nodes { id name createdAt disabledAt keys { revokedAt expiresAt } }
    }
  }
`);

const create = graphql(`
  mutation AccountCreateApplication($input: CreateApplicationInput!) {
    createApplication(input: $input) { application { id } }
  }
`);

/** The person's applications, and a new one. */
export const applicationsPage: PersonalPage = {
  path: '/account',
  async render(visit) {
    const { nodes } = (await visit.ask(list, { first: LARGEST_APPLICATIONS })).applications;
    return accountShell(
      { title: 'Your applications', visit },
      nodes.length === 0 ? (
        <p>
          An application stands for a program of yours that calls this service. It has API keys, which give it a higher
          quota, and webhooks, which tell it what changed. You have none: make the first one.
        </p>
      ) : (
        <Table
          caption={`Your applications, the oldest first; you may have ${LARGEST_APPLICATIONS}`}
          columns={['Name', 'State', 'Working keys', 'Created']}
          rows={nodes.map(({ id, name, createdAt, disabledAt, keys }) => ({
            key: id,
            cells: [
              <Link key="name" to={applicationPath(id)}>
                <bdi>{name}</bdi>
              </Link>,
              disabledAt === null ? '● works' : '▲ disabled by the operator',
              keys.filter((key) => isWorking(key, visit.now)).length,
              <Time key="created" at={new Date(createdAt)} />,
            ],
          }))}
        />
      ),
      <section aria-labelledby="create">
        <h2 id="create">A new application</h2>
        <FormView visit={visit} name="create" submit="Create the application">
          <Field label="Name">
            <input
              name="name"
              required
              autofocus={nodes.length === 0 && visit.fault === null}
              value={typed(visit, 'create', 'name')}
            />
          </Field>
        </FormView>
      </section>,
    );
  },
  forms: {
    async create({ ask }, fields) {
      const { createApplication } = await ask(create, { input: { name: fields.get('name') ?? '' } });
      return { to: applicationPath(createApplication.application.id, 'keys') };
    },
  },
};
