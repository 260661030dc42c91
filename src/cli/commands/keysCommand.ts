import { Command, InvalidArgumentError, Option } from 'commander';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { instantArgument } from '../arguments/instantArgument.ts';
import { jsonOption } from '../arguments/jsonOption.ts';
import { uuidArgument } from '../arguments/uuidArgument.ts';
import { connect } from '../client/connect.ts';
import { CommandFailure } from '../failure/commandFailure.ts';
import { formatTable } from '../terminal/formatTable.ts';
import { printJson, printNote, printText } from '../terminal/output.ts';

const createKey = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      apiKey {
        id
        scopes
        expiresAt
      }
      key
    }
  }
`);

const listKeys = graphql(`
  query ListApiKeys($application: UUID!) {
    application(id: $application) {
      restReason
      keys {
        id
        scopes
        createdAt
        expiresAt
        revokedAt
        lastUsedAt
      }
    }
  }
`);

const revokeKey = graphql(`
  mutation RevokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      apiKey {
        id
        revokedAt
      }
    }
  }
`);

interface CreateOptions {
  readonly app: string;
  readonly scope: readonly string[];
  readonly expires?: string;
  readonly json?: true;
}

/** `catalog keys create|list|revoke` */
export function keysCommand(): Command {
  return new Command('keys')
    .description('Make and revoke API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function applicationOption(): Option {
  return new Option('--app <id>', 'the application').argParser(uuidArgument).makeOptionMandatory();
}

function createCommand(): Command {
  return new Command('create')
    .description('Make a key for an application; it is shown this once')
    .addOption(applicationOption())
    .requiredOption('--scope <scope...>', 'what it allows: anime.read, search.read')
    .addOption(
      new Option('--expires <time>', 'when it ends by itself, e.g. 2027-01-31T00:00:00Z (default: never)').argParser(
        instantArgument,
      ),
    )
    .addOption(jsonOption())
    .action(async ({ app, scope, expires, json }: CreateOptions) => {
      const input = { applicationId: app, scopes: [...scope], expiresAt: expires ?? null };
      const { apiKey, key } = (await (await connect()).run(createKey, { input })).createApiKey;
      if (json) return printJson({ ...apiKey, key });
      await printText(key);
      return printNote('Keep it now: it is stored nowhere. Send it as "Authorization: Bearer <key>".');
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('List the keys of an application, oldest first')
    .addOption(applicationOption())
    .addOption(jsonOption())
    .action(async ({ app, json }: { app: string; json?: true }) => {
      const { application } = await (await connect()).run(listKeys, { application: app });
      if (application === null) throw new CommandFailure('not_found', `there is no application ${app}`);
      const { restReason } = application;
      if (json) return printJson({ items: application.keys.map((key) => ({ ...key, restReason })) });
      const rows = application.keys.map((key) => [
        key.id,
        stateOf(key, restReason),
        key.lastUsedAt ?? 'never',
        key.scopes.join(' '),
      ]);
      return printText(formatTable(['ID', 'STATE', 'LAST USED', 'SCOPES'], rows));
    });
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('End a key for good, within 5 seconds everywhere')
    .argument('<id>', 'the part between cac_ and the next underscore', keyIdArgument)
    .addOption(jsonOption())
    .action(async (id: string, { json }: { json?: true }) => {
      const { apiKey } = (await (await connect()).run(revokeKey, { input: { id } })).revokeApiKey;
      return json ? printJson(apiKey) : printText(`${apiKey.id} ends now, in other processes within 5 seconds.`);
    });
}

type ListedKey = NonNullable<ResultOf<typeof listKeys>['application']>['keys'][number];

function stateOf({ revokedAt, expiresAt }: ListedKey, restReason: string | null): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (restReason !== null) return `rests: ${restReason}`;
  if (expiresAt === null) return 'works';
  return new Date(expiresAt) <= new Date() ? `expired ${expiresAt}` : `works until ${expiresAt}`;
}

/** A whole key is refused: it would stand in the shell's history. */
function keyIdArgument(value: string): string {
  if (/^[0-9A-Za-z]{1,32}$/.test(value)) return value;
  throw new InvalidArgumentError('It must be the public part of the key alone: letters and digits.');
}
