import type { VNode } from 'preact';
import { SCOPES, scopes } from '../../graph/model/scopes.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { Boxes, Input, Select } from '../design/fields.tsx';
import { CodeBlock, Once, Section, Time } from '../design/parts.tsx';
import { Table } from '../design/table.tsx';
import { FormView, ValueForm } from '../forms/formView.tsx';
import { choiceIn, type PersonalPage } from '../forms/visit.ts';
import { accountShell, TOKENS_PATH } from './accountShell.tsx';

const list = graphql(`
  query AccountTokens { account { tokens { id label scopes createdAt expiresAt } } }
`);

const issue = graphql(`
  mutation AccountIssueToken($input: IssueTokenInput!) { issueToken(input: $input) { token } }
`);

const revoke = graphql(`
  mutation AccountRevokeToken($input: RevokeTokenInput!) { revokeToken(input: $input) { revokedAt } }
`);

/** Lifetimes of a token in hours, the default first. */
const LIFETIMES: Readonly<Record<string, string>> = { 1: 'in an hour', 4: 'in 4 hours', 12: 'in 12 hours' };

/** The person's access tokens, and a new one. */
export const tokensPage: PersonalPage = {
  path: TOKENS_PATH,
  async render(visit) {
    const { tokens } = (await visit.ask(list, {})).account;
    return accountShell(
      { title: 'Your access tokens', visit },
      tokens === null ? (
        <p>Access tokens are not created here: get one where you sign in.</p>
      ) : (
        <Tokens tokens={tokens} />
      ),
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
                <p>Try it:</p>
                <CodeBlock text={example} label="A request with the new access token" />
              </>
            )}
          </Once>
        ),
      };
    },
    async revoke({ ask }, fields) {
      await ask(revoke, { input: { jti: fields.get('id') ?? '' } });
      return { notice: <p role="status">Token revoked.</p> };
    },
  },
};

type Token = NonNullable<ResultOf<typeof list>['account']['tokens']>[number];

function Tokens({ tokens }: { readonly tokens: readonly Token[] }): VNode {
  const boxes = SCOPES.map((scope) => [scope, scopes[scope].meaning, scopes[scope].keys] as const);
  return (
    <>
      <Table
        none="No access tokens yet. A program with one calls the API as you."
        caption="Your access tokens, newest first"
        columns={['Name', 'Scopes', 'Created', 'Expires', 'Revoke']}
        rows={tokens.map(({ id, label, scopes: granted, createdAt, expiresAt }) => [
          <bdi>{label ?? 'created by the operator'}</bdi>,
          granted.join(', '),
          <Time at={createdAt} />,
          <Time at={expiresAt} />,
          <ValueForm name="revoke" submit="Revoke" look="danger" asksFirst field="id" value={id} />,
        ])}
      />
      <Section id="create" title="New access token">
        <FormView name="create" submit="Create the token">
          <Input label="Name" name="label" required />
          <Boxes legend="Scopes" name="scope" choices={boxes} />
          <Select label="Expires" name="expires" stored="1" choices={Object.entries(LIFETIMES)} />
        </FormView>
      </Section>
    </>
  );
}
