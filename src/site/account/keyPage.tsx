import type { VNode } from 'preact';
import { scopes } from '../../graph/model/scopes.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Bars } from '../design/bars.tsx';
import { Facts } from '../design/facts.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { timeOr } from '../design/timeOr.tsx';
import { FormView } from '../forms/formView.tsx';
import { idIn, type PersonalPage, required, type Visit } from '../forms/visit.ts';
import { applicationPath } from './accountShell.tsx';
import { applicationShell, shellFields } from './applicationShell.tsx';
import { expiryOf, isWorking, keyState, Lifetime, NewKey } from './key.tsx';
import { createKey } from './keysPage.tsx';

const keyOperation = graphql(
  `
    query AccountKey($id: UUID!) {
      application(id: $id) {
        ...ApplicationShellFields
        keys { id name scopes createdAt expiresAt revokedAt lastUsedAt usage { day calls refusals } }
      }
    }
  `,
  [shellFields],
);

const revokeKey = graphql(`
  mutation AccountRevokeKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) { apiKey { id } }
  }
`);

type Key = NonNullable<ResultOf<typeof keyOperation>['application']>['keys'][number];

const DAY_MS = 86_400_000;
const DAYS = 30;

/** A key: its use by day, its replacement, its revocation. */
export const keyPage: PersonalPage = {
  path: '/account/applications/{application}/keys/{key}',
  async render(visit) {
    const { application, key } = await find(visit);
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
          ['Key', <code key="id">cac_{key.id}_…</code>],
          ['Scopes', key.scopes.map((scope) => `${scope} (${meaningOf(scope)})`).join(', ')],
          ['Created', <Time key="created" at={new Date(key.createdAt)} />],
          ['Expires', timeOr(key.expiresAt, 'never')],
          ['Last used', timeOr(key.lastUsedAt, 'never')],
          ...(key.revokedAt === null ? [] : [['Revoked', timeOr(key.revokedAt, '')] as const]),
        ]}
      />,
      <Usage usage={key.usage} now={visit.now} />,
      isWorking(key, visit.now) && <KeyForms visit={visit} />,
    );
  },
  forms: {
    async replace(visit, fields) {
      const { application, key } = await find(visit);
      const { name, scopes } = key;
      const input = {
        applicationId: application.id,
        name,
        scopes: [...scopes],
        expiresAt: expiryOf(fields, visit.now),
      };
      const { createApiKey } = await visit.ask(createKey, { input });
      return { notice: <NewKey secret={createApiKey.key} visit={visit} scopes={scopes} /> };
    },
    async revoke(visit) {
      const { application, key } = await find(visit);
      await visit.ask(revokeKey, { input: { id: key.id } });
      return { to: applicationPath(application.id, 'keys', key.id) };
    },
  },
};

async function find(visit: Visit) {
  const application = required((await visit.ask(keyOperation, { id: idIn(visit, 'application') })).application);
  return { application, key: required(application.keys.find(({ id }) => id === visit.texts.key)) };
}

function meaningOf(scope: string): string {
  return Object.entries(scopes).find(([name]) => name === scope)?.[1].meaning ?? 'unknown';
}

function KeyForms({ visit }: { readonly visit: Visit }): VNode {
  return (
    <>
      <section aria-labelledby="replace">
        <h2 id="replace">Replace it</h2>
        <p>
          A new key with the same name and scopes is made; this one works on. Put the new one in its place, see here
          that this one is not used any more, then revoke it.
        </p>
        <FormView visit={visit} name="replace" submit="Create its replacement">
          <Lifetime visit={visit} form="replace" />
        </FormView>
      </section>
      <section aria-labelledby="revoke">
        <h2 id="revoke">Revoke it</h2>
        <p>For good: within five seconds every call with it is refused.</p>
        <FormView visit={visit} name="revoke" submit="Revoke the key" look="danger" />
      </section>
    </>
  );
}

function Usage({ usage, now }: { readonly usage: Key['usage']; readonly now: Date }): VNode {
  const days = Array.from({ length: DAYS }, (_, back) => {
    const day = new Date(now.getTime() - (DAYS - 1 - back) * DAY_MS).toISOString().slice(0, 10);
    return usage.find((each) => each.day === day) ?? { day, calls: 0, refusals: 0 };
  });
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">Calls by day</h2>
      {usage.length === 0 ? (
        <p>No call in the last {DAYS} days. Calls are written once a minute.</p>
      ) : (
        <>
          <Bars
            label={`Calls in a day of the last ${DAYS}`}
            parts={['answered', 'refused']}
            bars={days.map(({ day, calls, refusals }) => ({ label: day, counts: [calls - refusals, refusals] }))}
          />
          <Table
            caption={`Days (UTC) of the last ${DAYS} with calls, the latest first`}
            columns={['Day', 'Calls', 'Refused']}
            rows={usage.toReversed().map(({ day, calls, refusals }) => ({ key: day, cells: [day, calls, refusals] }))}
          />
        </>
      )}
    </section>
  );
}
