import { Command, InvalidArgumentError, Option } from 'commander';
import { TOKEN_SECONDS } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { connect } from '../client/connect.ts';
import { UsageError } from '../failure/usageError.ts';
import { printJson, printText } from '../terminal/output.ts';

const issueToken = graphql(`
  mutation IssueToken($input: IssueTokenInput!) {
    issueToken(input: $input) {
      token
      expiresAt
    }
  }
`);

const rotateSigningKey = graphql(`
  mutation RotateSigningKey($input: RotateSigningKeyInput!) {
    rotateSigningKey(input: $input) {
      keyId
    }
  }
`);

const revokeUserTokens = graphql(`
  mutation RevokeUserTokens($input: RevokeUserTokensInput!) {
    revokeUserTokens(input: $input) {
      notBefore
    }
  }
`);

const revokeToken = graphql(`
  mutation RevokeToken($input: RevokeTokenInput!) {
    revokeToken(input: $input) {
      revokedAt
    }
  }
`);

interface IssueOptions {
  readonly user: string;
  readonly scope: readonly string[];
  readonly ttl: number;
  readonly json?: true;
}

/** `catalog tokens issue|revoke|rotate-key` */
export function tokensCommand(): Command {
  return new Command('tokens')
    .description('Access tokens: sign, revoke, replace the signing key')
    .addCommand(
      new Command('issue')
        .description('Sign an access token for a script')
        .requiredOption('--user <user>', "the person it speaks for: its sub, and an application's owner")
        .requiredOption('--scope <scope...>', 'what it allows: anime.read, search.read, webhooks.read, webhooks.write')
        .addOption(new Option('--ttl <seconds>', 'how long it works').argParser(seconds).default(3600))
        .addOption(jsonOption())
        .action(async ({ user, scope, ttl, json }: IssueOptions) => {
          const input = { user, scopes: [...scope], ttlSeconds: ttl };
          const { token, expiresAt } = (await (await connect()).run(issueToken, { input })).issueToken;
          return json ? printJson({ token, expiresAt }) : printText(token);
        }),
    )
    .addCommand(revokeCommand())
    .addCommand(
      new Command('rotate-key')
        .description('Make a new signing key; tokens of the one before stay valid')
        .option('--now', 'withdraw the keys of before: their tokens end within 5 seconds')
        .addOption(jsonOption())
        .action(async ({ now = false, json }: { now?: boolean; json?: true }) => {
          const client = await connect();
          const { keyId } = (await client.run(rotateSigningKey, { input: { now } })).rotateSigningKey;
          if (json) return printJson({ keyId });
          const withdrawn = now ? ' Tokens of every key before it end within 5 seconds.' : '';
          return printText(`The key ${keyId} signs from now on.${withdrawn}`);
        }),
    );
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('End access tokens within 5 seconds: all of a user until now, or one')
    .option(
      '--user <user>',
      'the sub of the tokens; sessions, grants and refresh tokens at the embedded issuer end too',
    )
    .option('--jti <id>', 'the claim jti of one token')
    .addOption(jsonOption())
    .action(async ({ user, jti, json }: { user?: string; jti?: string; json?: true }) => {
      if ((user === undefined) === (jti === undefined)) throw new UsageError('give either --user or --jti');
      const client = await connect();
      if (user !== undefined) {
        const { notBefore } = (await client.run(revokeUserTokens, { input: { user } })).revokeUserTokens;
        return json
          ? printJson({ user, notBefore })
          : printText(`What ${user} was issued until ${notBefore} has ended.`);
      }
      const { revokedAt } = (await client.run(revokeToken, { input: { jti: jti ?? '' } })).revokeToken;
      return json ? printJson({ jti, revokedAt }) : printText(`The token ${jti} has ended.`);
    });
}

function seconds(value: string): number {
  const { shortest, longest } = TOKEN_SECONDS;
  if (/^[1-9]\d*$/.test(value) && Number(value) >= shortest && Number(value) <= longest) return Number(value);
  throw new InvalidArgumentError(`It must be a whole number of seconds from ${shortest} to ${longest}.`);
}
