import { graphql } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { timeOr } from '../design/timeOr.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, required } from '../forms/required.ts';
import type { AccountPage } from '../forms/visit.ts';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { expiryOf, KeyFields, NewKey } from './keyForm.tsx';
import { keyState } from './keyState.ts';
import { applicationPath } from './paths.ts';

const list = graphql(
  `
    query AccountKeys($id: UUID!) {
      application(id: $id) {
        ...ApplicationShellFields
        keys { id name scopes createdAt expiresAt revokedAt lastUsedAt }
      }
    }
  `,
  [shellFields],
);

export const createKey = graphql(`
  mutation AccountCreateKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { key }
  }
`);

/** The keys of an application, and a new one. */
export const keysPage: AccountPage = {
  path: '/account/applications/{application}/keys',
  forms: ['create'],
  prepare: (prepare) => {
    const [read, create] = [prepare(list), prepare(createKey)];
    return {
      async render(visit) {
        const application = required((await read(visit.context, { id: idIn(visit, 'application') })).application);
        const now = visit.context.now();
        return applicationShell({
          title: `Keys of ${application.name}`,
          visit,
          application,
          children: (
            <>
              {application.keys.length === 0 ? (
                <p>No API keys yet.</p>
              ) : (
                <Table
                  caption="Keys, the newest first"
                  columns={['Name', 'Key', 'State', 'Scopes', 'Created', 'Expires', 'Last used']}
                  rows={application.keys.toReversed().map((key) => ({
                    key: key.id,
                    cells: [
                      <Link key="name" to={applicationPath(application.id, 'keys', key.id)}>
                        <bdi>{key.name ?? 'unnamed'}</bdi>
                      </Link>,
                      <code key="id">cac_{key.id}_…</code>,
                      keyState(key, now),
                      key.scopes.join(', '),
                      <Time key="created" at={new Date(key.createdAt)} />,
                      timeOr(key.expiresAt, 'never'),
                      timeOr(key.lastUsedAt, 'never'),
                    ],
                  }))}
                />
              )}
              <section aria-labelledby="create">
                <h2 id="create">A new key</h2>
                <FormView visit={visit} name="create" submit="Create the key">
                  <KeyFields
                    visit={visit}
                    form="create"
                    isFirst={application.keys.length === 0 && visit.fault === null}
                  />
                </FormView>
              </section>
            </>
          ),
        });
      },
      forms: {
        async create(visit, fields) {
          const { context, origin } = visit;
          const granted = fields.getAll('scope');
          const { createApiKey } = await create(context, {
            input: {
              applicationId: idIn(visit, 'application'),
              name: fields.get('name') ?? '',
              scopes: granted,
              expiresAt: expiryOf(fields, context.now()),
            },
          });
          return { notice: <NewKey secret={createApiKey.key} origin={origin} scopes={granted} /> };
        },
      },
    };
  },
};
