import { LARGEST_APPLICATIONS } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Field } from '../design/field.tsx';
import { Link } from '../design/link.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { FormView, typed } from '../forms/formView.tsx';
import type { AccountPage } from '../forms/visit.ts';
import { accountShell } from './accountShell.tsx';
import { isWorking } from './keyState.ts';
import { applicationPath } from './paths.ts';

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
export const applicationsPage: AccountPage = {
  path: '/account',
  forms: ['create'],
  prepare: (prepare) => {
    const [read, make] = [prepare(list), prepare(create)];
    return {
      async render(visit) {
        const { applications } = await read(visit.context, { first: LARGEST_APPLICATIONS });
        const now = visit.context.now();
        return accountShell({
          title: 'Your applications',
          visit,
          children: (
            <>
              {applications.nodes.length === 0 ? (
                <p>
                  An application stands for a program of yours that calls this service. It has API keys, which give it a
                  higher quota, and webhooks, which tell it what changed. You have none: make the first one.
                </p>
              ) : (
                <Table
                  caption={`Your applications, the oldest first; you may have ${LARGEST_APPLICATIONS}`}
                  columns={['Name', 'State', 'Working keys', 'Created']}
                  rows={applications.nodes.map(({ id, name, createdAt, disabledAt, keys }) => ({
                    key: id,
                    cells: [
                      <Link key="name" to={applicationPath(id)}>
                        <bdi>{name}</bdi>
                      </Link>,
                      disabledAt === null ? '● works' : '▲ disabled by the operator',
                      keys.filter((key) => isWorking(key, now)).length,
                      <Time key="created" at={new Date(createdAt)} />,
                    ],
                  }))}
                />
              )}
              <section aria-labelledby="create">
                <h2 id="create">A new application</h2>
                <FormView visit={visit} name="create" submit="Create the application">
                  <Field label="Name">
                    <input
                      name="name"
                      required
                      autofocus={applications.nodes.length === 0 && visit.fault === null}
                      value={typed(visit, 'create', 'name')}
                    />
                  </Field>
                </FormView>
              </section>
            </>
          ),
        });
      },
      forms: {
        async create({ context }, fields) {
          const { createApplication } = await make(context, {
            input: { name: fields.get('name') ?? '' },
          });
          return { to: applicationPath(createApplication.application.id, 'keys') };
        },
      },
    };
  },
};
