import { Command, InvalidArgumentError, Option } from 'commander';
import { TOKEN_SECONDS } from '../../graph/model/limits.ts';
import { SCOPES } from '../../graph/model/scopes.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { answering } from '../answer.ts';
import { ask } from '../client/graphClient.ts';
import { UsageError } from '../failures.ts';

const issueToken = graphql(`
  mutation IssueToken($input: IssueTokenInput!) {
    issueToken(input: $input) { token expiresAt }
  }
`);

const rotateSigningKey = graphql(`
  mutation RotateSigningKey($input: RotateSigningKeyInput!) {
    rotateSigningKey(input: $input) { keyId }
  }
`);

const revokeUserTokens = graphql(`
  mutation RevokeUserTokens($input: RevokeUserTokensInput!) {
    revokeUserTokens(input: $input) { notBefore }
  }
`);

const revokeToken = graphql(`
  mutation RevokeToken($input: RevokeTokenInput!) {
    revokeToken(input: $input) { revokedAt }
  }
`);

interface IssueOptions {
  readonly user: string;
  readonly scope: string[];
  readonly ttl: number;
}

/** `catalog tokens issue|revoke|rotate-key` */
export function tokensCommand(): Command {
  return new Command('tokens')
    .description('Access tokens: sign, revoke, replace the signing key')
    .addCommand(
      answering(
        new Command('issue')
          .description('Sign an access token for a script')
          .requiredOption('--user <user>', "the person it speaks for: its sub, and an application's owner")
          .requiredOption('--scope <scope...>', `what it allows: ${SCOPES.join(', ')}`)
          .addOption(new Option('--ttl <seconds>', 'its lifetime').argParser(seconds).default(3600)),
        async ({ user, scope, ttl }: IssueOptions) => {
          const { issueToken: json } = await ask(issueToken, { input: { user, scopes: scope, ttlSeconds: ttl } });
          return { json, text: json.token };
        },
      ),
    )
    .addCommand(revokeCommand())
    .addCommand(
      answering(
        new Command('rotate-key')
          .description('Create a new signing key; tokens of the previous one stay valid')
          .option('--now', 'withdraw the earlier keys: their tokens end within 5 seconds'),
        async ({ now = false }: { now?: boolean }) => {
          const { rotateSigningKey: json } = await ask(rotateSigningKey, { input: { now } });
          const withdrawn = now ? ' Tokens of every key before it end within 5 seconds.' : '';
          return { json, text: `The key ${json.keyId} signs from now on.${withdrawn}` };
        },
      ),
    );
}

function revokeCommand(): Command {
  return answering(
    new Command('revoke')
      .description('Revoke access tokens within 5 seconds: all of a user so far, or one')
      .option(
        '--user <user>',
        'the sub of the tokens; sessions, grants and refresh tokens at the embedded issuer end too',
      )
      .option('--jti <id>', 'the claim jti of one token'),
    async ({ user, jti }: { user?: string; jti?: string }) => {
      if ((user === undefined) === (jti === undefined)) throw new UsageError('give either --user or --jti');
      if (user !== undefined) {
        const { notBefore } = (await ask(revokeUserTokens, { input: { user } })).revokeUserTokens;
        const isAhead = new Date(notBefore) > new Date();
        const hint = isAhead ? ' The clock of OAUTH_ISSUER may be that far ahead: sign in again after it.' : '';
        return { json: { user, notBefore }, text: `What ${user} was issued until ${notBefore} has ended.${hint}` };
      }
      const { revokedAt } = (await ask(revokeToken, { input: { jti: jti ?? '' } })).revokeToken;
      return { json: { jti, revokedAt }, text: `The token ${jti} has ended.` };
    },
  );
}

function seconds(value: string): number {
  const { shortest, longest } = TOKEN_SECONDS;
  if (/^[1-9]\d*$/.test(value) && Number(value) >= shortest && Number(value) <= longest) return Number(value);
  throw new InvalidArgumentError(`It must be a whole number of seconds from ${shortest} to ${longest}.`);
}
