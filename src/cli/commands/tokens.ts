import { InvalidArgumentError } from 'commander';
import { TOKEN_SECONDS } from '../../graph/model/limits.ts';
import { SCOPES } from '../../graph/model/scopes.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { ask } from '../client/graphClient.ts';
import { defaulting, flag, option, required, requiredValues } from '../command/parameters.ts';
import { asking, changing, type Noun, working } from '../command/row.ts';
import { UsageError } from '../failures.ts';

const revokeUserTokens = graphql(`
  mutation RevokeUserTokens($input: RevokeUserTokensInput!) { revokeUserTokens(input: $input) { notBefore } }
`);

const revokeToken = graphql(`
  mutation RevokeToken($input: RevokeTokenInput!) { revokeToken(input: $input) { revokedAt } }
`);

/** `catalog tokens …` */
export const tokens: Noun = {
  name: 'tokens',
  about: 'Issue and revoke access tokens, rotate the signing key',
  commands: [
    changing({
      name: 'issue',
      about: 'Issue an access token for a script of a person',
      example: '--user ann --scope webhooks.write --ttl 600',
      parameters: {
        user: required('--user <user>', "the person it acts for: its sub, and an application's owner"),
        scopes: requiredValues('--scope <scope...>', `what it allows: ${SCOPES.join(', ')}`),
        ttlSeconds: defaulting('--ttl <seconds>', 'its lifetime', 3600, seconds),
      },
      operation: graphql(`
        mutation IssueToken($input: IssueTokenInput!) { issueToken(input: $input) { token expiresAt } }
      `),
      answer: ({ issueToken }) => ({ json: issueToken, text: issueToken.token }),
    }),
    working({
      name: 'revoke',
      about: 'Revoke access tokens: all of a user so far, or one',
      example: '--user ann',
      parameters: {
        user: option('--user <user>', 'the sub of the tokens; sessions at the account and the desk end too'),
        jti: option('--jti <id>', 'the claim jti of one token'),
      },
      async run({ user, jti }) {
        if ((user === null) === (jti === null)) throw new UsageError('give either --user or --jti');
        if (user !== null) {
          const { notBefore } = (await ask(revokeUserTokens, { input: { user } })).revokeUserTokens;
          const isAhead = new Date(notBefore) > new Date();
          const hint = isAhead ? ' The clock of OAUTH_ISSUER may be that far ahead: sign in again after it.' : '';
          return { json: { user, notBefore }, text: `Tokens of ${user} issued until ${notBefore} are revoked.${hint}` };
        }
        const { revokedAt } = (await ask(revokeToken, { input: { jti: jti ?? '' } })).revokeToken;
        return { json: { jti, revokedAt }, text: `The token ${jti} is revoked.` };
      },
    }),
    asking({
      name: 'rotate-key',
      about: 'Create a new signing key; tokens of the previous one stay valid',
      example: '',
      parameters: { now: flag('--now', 'withdraw the earlier keys: their tokens end at once') },
      operation: graphql(`
        mutation RotateSigningKey($input: RotateSigningKeyInput!) { rotateSigningKey(input: $input) { keyId } }
      `),
      variables: ({ now }) => ({ input: { now: now === true } }),
      answer: ({ rotateSigningKey: json }, { now }) => {
        const withdrawn = now ? ' Tokens of every key before it have ended.' : '';
        return { json, text: `The key ${json.keyId} signs from now on.${withdrawn}` };
      },
    }),
  ],
};

function seconds(value: string): number {
  const { shortest, longest } = TOKEN_SECONDS;
  if (/^[1-9]\d*$/.test(value) && Number(value) >= shortest && Number(value) <= longest) return Number(value);
  throw new InvalidArgumentError(`It must be a whole number of seconds from ${shortest} to ${longest}.`);
}
