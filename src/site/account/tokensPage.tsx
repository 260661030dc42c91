import type { VNode } from 'preact';
import { SCOPES, scopes } from '../../graph/model/scopes.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { CodeBlock } from '../design/codeBlock.tsx';
import { Field } from '../design/field.tsx';
import { Once } from '../design/once.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { FormView, ticked, typed } from '../forms/formView.tsx';
import { choiceIn, type PersonalPage, type Visit } from '../forms/visit.ts';
import { accountShell, TOKENS_PATH } from './accountShell.tsx';

const list = graphql(`
  query AccountTokens {
    account { tokens { id label scopes createdAt expiresAt } }
  }
`);

const issue = graphql(`
  mutation AccountIssueToken($input: IssueTokenInput!) {
    issueToken(input: $input) { token }
  }
`);

const revoke = graphql(`
  mutation AccountRevokeToken($input: RevokeTokenInput!) {
    revokeToken(input: $input) { revokedAt }
  }
`);

type Token = NonNullable<ResultOf<typeof list>['account']['tokens']>[number];

/** Lifetimes of a token in hours, the default first. */
const LIFETIMES: Readonly<Record<string, string>> = { 1: 'in an hour', 4: 'in 4 hours', 12: 'in 12 hours' };

/** The person's access tokens, and a new one. */
export const tokensPage: PersonalPage = {
  path: TOKENS_PATH,
  async render(visit) {
    const { tokens } = (await visit.ask(list, {})).account;
    return accountShell(
      { title: 'Your access tokens', visit, above: [['/account', 'Your applications']] },
      tokens === null ? (
        <p>They are not made here: you get one where you sign in.</p>
      ) : (
        <Tokens visit={visit} tokens={tokens} />
      ),
      tokens !== null && <NewToken visit={visit} />,
    );
  },
  forms: {
    async create({ ask, origin, subject }, fields) {
      const scopes = fields.getAll('scope');
      const ttlSeconds = Number(choiceIn('expires', fields.get('expires'), Object.keys(LIFETIMES))) * 3600;
      const input = { user: subject, label: fields.get('label') ?? '', scopes, ttlSeconds };
      const { token } = (await ask(issue, { input })).issueToken;
      const example = `curl -H 'Authorization: Bearer ${token}' '${origin}/v1/anime?limit=1'`;
      return {
        notice: (
          <Once title="Your new access token" secret={token}>
            {scopes.includes('anime.read') && (
              <>
                <p>This uses it:</p>
                <CodeBlock text={example} label="A request with the new access token" />
              </>
            )}
          </Once>
        ),
      };
    },
    async revoke({ ask }, fields) {
      await ask(revoke, { input: { jti: fields.get('id') ?? '' } });
      return { to: TOKENS_PATH };
    },
  },
};

function Tokens({ visit, tokens }: { readonly visit: Visit; readonly tokens: readonly Token[] }): VNode {
  if (tokens.length === 0)
    return <p>An access token stands for you where a program calls this service. You have none.</p>;
  return (
    <Table
      caption="Your access tokens, the newest first; one that is taken back is refused at once, for good"
      columns={['Name', 'Scopes', 'Made', 'Expires', 'Take it back']}
      rows={tokens.map(({ id, label, scopes: granted, createdAt, expiresAt }) => ({
        key: id,
        cells: [
          <bdi key="label">{label ?? 'made by the operator'}</bdi>,
          granted.join(', '),
          <Time key="made" at={new Date(createdAt)} />,
          <Time key="expires" at={new Date(expiresAt)} />,
          <FormView key="revoke" visit={visit} name="revoke" submit="Take it back" look="danger">
            <input type="hidden" name="id" value={id} />
          </FormView>,
        ],
      }))}
    />
  );
}

function NewToken({ visit }: { readonly visit: Visit }): VNode {
  const chosen = typed(visit, 'create', 'expires', '1');
  return (
    <section aria-labelledby="create">
      <h2 id="create">A new access token</h2>
      <FormView visit={visit} name="create" submit="Make the token">
        <Field label="Name">
          <input name="label" required value={typed(visit, 'create', 'label')} />
        </Field>
        <fieldset class="choices">
          <legend>Scopes</legend>
          {SCOPES.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                name="scope"
                value={scope}
                checked={ticked(visit, 'create', 'scope', scope, scopes[scope].keys)}
              />
              <span>
                <code>{scope}</code>: {scopes[scope].meaning}
              </span>
            </label>
          ))}
        </fieldset>
        <Field label="Expires">
          <select name="expires">
            {Object.entries(LIFETIMES).map(([hours, label]) => (
              <option key={hours} value={hours} selected={hours === chosen}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      </FormView>
    </section>
  );
}
