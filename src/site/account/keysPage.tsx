import { graphql } from '../../graph/schema/operation.ts';
import { Link } from '../design/link.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { timeOr } from '../design/timeOr.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required } from '../forms/visit.ts';
import { applicationPath } from './accountShell.tsx';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { expiryOf, KeyFields, keyState, NewKey } from './key.tsx';

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
export const keysPage: PersonalPage = {
  path: '/account/applications/{application}/keys',
  async render(visit) {
    const application = required((await visit.ask(list, { id: idIn(visit, 'application') })).application);
    const { keys } = application;
    return applicationShell(
      { title: `Keys of ${application.name}`, visit, application },
      keys.length === 0 ? (
        <p>No API keys yet.</p>
      ) : (
        <Table
          caption="Keys, the newest first"
          columns={['Name', 'Key', 'State', 'Scopes', 'Created', 'Expires', 'Last used']}
          rows={keys.toReversed().map((key) => ({
            key: key.id,
            cells: [
              <Link key="name" to={applicationPath(application.id, 'keys', key.id)}>
                <bdi>{key.name ?? 'unnamed'}</bdi>
              </Link>,
              <code key="id">cac_{key.id}_…</code>,
              keyState(key, visit.now),
              key.scopes.join(', '),
              <Time key="created" at={new Date(key.createdAt)} />,
              timeOr(key.expiresAt, 'never'),
              timeOr(key.lastUsedAt, 'never'),
            ],
          }))}
        />
      ),
      <section aria-labelledby="create">
        <h2 id="create">A new key</h2>
        <FormView visit={visit} name="create" submit="Create the key">
          <KeyFields visit={visit} form="create" isFirst={keys.length === 0 && visit.fault === null} />
        </FormView>
      </section>,
    );
  },
  forms: {
    async create(visit, fields) {
      const scopes = fields.getAll('scope');
      const input = {
        ...{ applicationId: idIn(visit, 'application'), name: fields.get('name') ?? '', scopes },
        expiresAt: expiryOf(fields, visit.now),
      };
      const { createApiKey } = await visit.ask(createKey, { input });
      return { notice: <NewKey secret={createApiKey.key} visit={visit} scopes={scopes} /> };
    },
  },
};
