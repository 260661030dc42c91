import type { VNode } from 'preact';
import { scopes } from '../../graph/model/scopes.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { Facts, Section, Time, timeOr } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required } from '../forms/visit.ts';
import { applicationPath, applicationShell } from './accountShell.tsx';
import { isWorking, type Key, keyState, keysOperation } from './keysPage.tsx';

const revokeKey = graphql(`
  mutation AccountRevokeKey($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }
`);

const DAYS = 30;

/** A key: its use by day, its revocation. */
export const keyPage: PersonalPage = {
  path: '/account/applications/{application}/keys/{key}',
  async render(visit) {
    const { application: found } = await visit.ask(keysOperation, { id: idIn(visit, 'application') });
    const application = required(found);
    const key = required(application.keys.find(({ id }) => id === visit.texts.key));
    return applicationShell(
      {
        title: `Key ${key.name ?? key.id}`,
        visit,
        application,
        above: [[applicationPath(application.id, 'keys'), 'Keys']],
      },
      <Facts
        facts={[
          ['State', keyState(key, visit.now)],
          ['Key', <code>cac_{key.id}_…</code>],
          ['Scopes', key.scopes.map((scope) => `${scope} (${meaningOf(scope)})`).join(', ')],
          ['Created', <Time at={key.createdAt} />],
          ['Expires', timeOr(key.expiresAt, 'never')],
          ['Last used', timeOr(key.lastUsedAt, 'never')],
          ['Revoked', key.revokedAt && <Time at={key.revokedAt} />],
        ]}
      />,
      <Usage usage={key.usage} />,
      isWorking(key, visit.now) && (
        <Section id="revoke" title="Revoke">
          <p>
            This cannot be undone: within five seconds every call with the key is refused. To replace it, create another
            key, switch to that, and check here that this one is no longer used.
          </p>
          <FormView name="revoke" submit="Revoke the key" look="danger" asksFirst />
        </Section>
      ),
    );
  },
  forms: {
    async revoke(visit) {
      await visit.ask(revokeKey, { input: { id: visit.texts.key ?? '' } });
      return { notice: <p role="status">Key revoked.</p> };
    },
  },
};

function meaningOf(scope: string): string {
  return Object.entries(scopes).find(([name]) => name === scope)?.[1].meaning ?? 'unknown';
}

function Usage({ usage }: Pick<Key, 'usage'>): VNode {
  return (
    <Section id="usage" title="Calls by day">
      <Table
        none={`No calls in the last ${DAYS} days. Calls are recorded once a minute.`}
        caption={`Days (UTC) of the last ${DAYS} with calls, latest first`}
        columns={['Day', 'Calls', 'Refused']}
        rows={usage.toReversed().map(({ day, calls, refusals }) => [day, calls, refusals])}
      />
    </Section>
  );
}
