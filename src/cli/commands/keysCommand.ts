import { Command, InvalidArgumentError, Option } from 'commander';
import { KEY_SCOPES } from '../../graph/model/scopes.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { answering, listAnswer } from '../answer.ts';
import { idArgument, instantArgument } from '../arguments.ts';
import { ask } from '../client/graphClient.ts';
import { CommandFailure } from '../failures.ts';

const createKey = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      apiKey { id name scopes expiresAt }
      key
    }
  }
`);

const listKeys = graphql(`
  query ListApiKeys($application: UUID!) {
    application(id: $application) {
      restReason
      keys { id name scopes createdAt expiresAt revokedAt lastUsedAt usage { day calls refusals } }
    }
  }
`);

const revokeKey = graphql(`
  mutation RevokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      apiKey { id revokedAt }
    }
  }
`);

interface CreateOptions {
  readonly app: string;
  readonly name?: string;
  readonly scope: string[];
  readonly expires?: string;
}

/** `catalog keys create|list|revoke` */
export function keysCommand(): Command {
  return new Command('keys')
    .description('Create and revoke API keys')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(
      answering(
        new Command('revoke')
          .description('Revoke a key for good, within 5 seconds everywhere')
          .argument('<id>', 'the part between cac_ and the next underscore', keyIdArgument),
        async (id: string) => {
          const { apiKey } = (await ask(revokeKey, { input: { id } })).revokeApiKey;
          return { json: apiKey, text: `${apiKey.id} ends now, in other processes within 5 seconds.` };
        },
      ),
    );
}

function applicationOption(): Option {
  return new Option('--app <id>', 'the application').argParser(idArgument('application')).makeOptionMandatory();
}

function createCommand(): Command {
  return answering(
    new Command('create')
      .description('Create a key for an application; it is shown only once')
      .addOption(applicationOption())
      .option('--name <name>', 'what to call it, e.g. the machine that uses it')
      .requiredOption('--scope <scope...>', `what it allows: ${KEY_SCOPES.join(', ')}`)
      .addOption(
        new Option('--expires <time>', 'its expiry, e.g. 2027-01-31T00:00:00Z (default: never)').argParser(
          instantArgument,
        ),
      ),
    async ({ app, name, scope, expires }: CreateOptions) => {
      const input = { applicationId: app, name: name ?? null, scopes: scope, expiresAt: expires ?? null };
      const { apiKey, key } = (await ask(createKey, { input })).createApiKey;
      const note = 'Keep it now: it is stored nowhere. Send it as "Authorization: Bearer <key>".';
      return { json: { ...apiKey, key }, text: key, note };
    },
  );
}

function listCommand(): Command {
  return answering(
    new Command('list')
      .description('List the keys of an application, oldest first, with their calls of 30 days')
      .addOption(applicationOption()),
    async ({ app }: { app: string }) => {
      const { application } = await ask(listKeys, { application: app });
      if (application === null) throw new CommandFailure('not_found', `there is no application ${app}`);
      const { keys, restReason } = application;
      const items = keys.map((key) => ({ ...key, restReason }));
      return listAnswer(items, [
        ['ID', ({ id }) => id],
        ['NAME', ({ name }) => name ?? ''],
        ['STATE', stateOf],
        ['LAST USED', ({ lastUsedAt }) => lastUsedAt ?? 'never'],
        ['CALLS', ({ usage }) => sum(usage, 'calls')],
        ['REFUSED', ({ usage }) => sum(usage, 'refusals')],
        ['SCOPES', ({ scopes }) => scopes.join(' ')],
      ]);
    },
  );
}

type Application = NonNullable<ResultOf<typeof listKeys>['application']>;

function stateOf({ revokedAt, expiresAt, restReason }: Application['keys'][number] & Pick<Application, 'restReason'>) {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (restReason !== null) return `rests: ${restReason}`;
  if (expiresAt === null) return 'works';
  return new Date(expiresAt) <= new Date() ? `expired ${expiresAt}` : `works until ${expiresAt}`;
}

type Usage = Application['keys'][number]['usage'];

function sum(usage: Usage, count: 'calls' | 'refusals'): string {
  return String(usage.reduce((total, day) => total + day[count], 0));
}

/** A whole key is refused, because it would be kept in the shell's history. */
function keyIdArgument(value: string): string {
  if (/^[0-9A-Za-z]{1,32}$/.test(value)) return value;
  throw new InvalidArgumentError('It must be the public part of the key alone: letters and digits.');
}
