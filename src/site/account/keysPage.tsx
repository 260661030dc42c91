import type { VNode } from 'preact';
import { KEY_SCOPES, scopes } from '../../graph/model/scopes.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Boxes, Input, Select } from '../design/fields.tsx';
import { NamedLink } from '../design/link.tsx';
import { CodeBlock, Once, Section, Time, timeOr } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { FormView, useVisit } from '../forms/formView.tsx';
import { choiceIn, idIn, type PersonalPage, required } from '../forms/visit.ts';
import { applicationPath, applicationShell, shellFields } from './accountShell.tsx';

/** What the pages of keys read. */
export const keysOperation = graphql(
  `
    query AccountKeys($id: UUID!) {
      application(id: $id) {
        ...ApplicationShellFields
        keys { id name scopes createdAt expiresAt revokedAt lastUsedAt usage { day calls refusals } }
      }
    }
  `,
  [shellFields],
);

export type Key = NonNullable<ResultOf<typeof keysOperation>['application']>['keys'][number];

const createKey = graphql(`
  mutation AccountCreateKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { key } }
`);

/** The keys of an application, and a new one. */
export const keysPage: PersonalPage = {
  path: '/account/applications/{application}/keys',
  async render(visit) {
    const application = required((await visit.ask(keysOperation, { id: idIn(visit, 'application') })).application);
    const { keys } = application;
    const isFirst = keys.length === 0 && visit.fault === null;
    return applicationShell(
      { title: `Keys of ${application.name}`, visit, application },
      <Table
        none="No API keys yet."
        caption="Keys, newest first"
        columns={['Name', 'Key', 'State', 'Scopes', 'Created', 'Expires', 'Last used']}
        rows={keys
          .toReversed()
          .map((key) => [
            <NamedLink to={applicationPath(application.id, 'keys', key.id)} name={key.name ?? 'unnamed'} />,
            <code>cac_{key.id}_…</code>,
            keyState(key, visit.now),
            key.scopes.join(', '),
            <Time at={key.createdAt} />,
            timeOr(key.expiresAt, 'never'),
            timeOr(key.lastUsedAt, 'never'),
          ])}
      />,
      <Section id="create" title="New key">
        <FormView name="create" submit="Create the key">
          <Input label="Name" name="name" required autofocus={isFirst} />
          <Boxes
            legend="Scopes"
            name="scope"
            choices={KEY_SCOPES.map((scope) => [scope, scopes[scope].meaning, true])}
          />
          <Select label="Expires" name="expires" stored="365" choices={Object.entries(LIFETIMES)} />
        </FormView>
      </Section>,
    );
  },
  forms: {
    async create(visit, fields) {
      const scopes = fields.getAll('scope');
      const input = {
        applicationId: idIn(visit, 'application'),
        name: fields.get('name') ?? '',
        scopes,
        expiresAt: expiryOf(fields, visit.now),
      };
      const { createApiKey } = await visit.ask(createKey, { input });
      return { notice: <NewKey secret={createApiKey.key} scopes={scopes} /> };
    },
  },
};

/** Whether a key is neither revoked nor expired. */
export function isWorking({ revokedAt, expiresAt }: Pick<Key, 'revokedAt' | 'expiresAt'>, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || new Date(expiresAt) > now);
}

/** The state of a key: a sign, which no colour replaces, and words. */
export function keyState(key: Pick<Key, 'revokedAt' | 'expiresAt'>, now: Date): string {
  if (key.revokedAt !== null) return '✕ revoked';
  return isWorking(key, now) ? '● active' : '✕ expired';
}

const DAY_MS = 86_400_000;

/** Lifetimes of a key in days. */
const LIFETIMES: Readonly<Record<string, string>> = {
  30: 'in 30 days',
  90: 'in 90 days',
  365: 'in a year',
  never: 'never',
};

/** When a key of this form expires; null: never. @throws CatalogError invalid_parameter */
function expiryOf(fields: URLSearchParams, now: Date): string | null {
  const days = choiceIn('expires', fields.get('expires'), Object.keys(LIFETIMES));
  return days === 'never' ? null : new Date(now.getTime() + Number(days) * DAY_MS).toISOString();
}

/** A new key, shown once, with a request that uses it: for a terminal, and sent by the page's script. */
function NewKey({ secret, scopes: granted }: { readonly secret: string; readonly scopes: readonly string[] }): VNode {
  const { hasSearch, origin } = useVisit();
  const isSearched = hasSearch && granted.includes('search.read');
  const target = isSearched ? '/v1/search?q=frieren&limit=1' : '/v1/anime?limit=1';
  return (
    <Once title="Your new key" secret={secret}>
      <p>Try it:</p>
      <CodeBlock
        text={`curl -H 'Authorization: Bearer ${secret}' '${origin}${target}'`}
        label="A request with the new key"
      />
      {/* No field holds the key: without the script a form would put it into a URL. */}
      <form class="try" hidden data-path={target} data-key={secret}>
        <button type="submit">Send it now</button>
        <div class="answer" />
      </form>
    </Once>
  );
}
