import { Command, InvalidArgumentError, Option } from 'commander';
import { TOKEN_SECONDS } from '../../graph/model/limits.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { connect } from '../client/connect.ts';
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
  mutation RotateSigningKey {
    rotateSigningKey {
      keyId
    }
  }
`);

interface IssueOptions {
  readonly user: string;
  readonly scope: readonly string[];
  readonly ttl: number;
  readonly json?: true;
}

/** `catalog tokens issue|rotate-key` */
export function tokensCommand(): Command {
  return new Command('tokens')
    .description('Access tokens of the embedded issuer')
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
    .addCommand(
      new Command('rotate-key')
        .description('Make a new signing key; tokens of the one before stay valid')
        .addOption(jsonOption())
        .action(async ({ json }: { json?: true }) => {
          const { keyId } = (await (await connect()).run(rotateSigningKey, {})).rotateSigningKey;
          return json ? printJson({ keyId }) : printText(`The key ${keyId} signs from now on.`);
        }),
    );
}

function seconds(value: string): number {
  const { shortest, longest } = TOKEN_SECONDS;
  if (/^[1-9]\d*$/.test(value) && Number(value) >= shortest && Number(value) <= longest) return Number(value);
  throw new InvalidArgumentError(`It must be a whole number of seconds from ${shortest} to ${longest}.`);
}
