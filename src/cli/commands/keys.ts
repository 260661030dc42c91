import { InvalidArgumentError } from 'commander';
import { KEY_SCOPES } from '../../graph/model/scopes.ts';
import { graphql, type ResultOf } from '../../graph/schema/operation.ts';
import { AN_ID, argument, instant, option, parseId, required, requiredValues } from '../command/parameters.ts';
import { changing, listing, type Noun } from '../command/row.ts';

const app = required('--app <id>', 'the application', parseId('application'));

const createKey = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { apiKey { id name scopes expiresAt } key }
  }
`);

const listKeys = graphql(`
  query ListApiKeys($application: UUID!) {
    application(id: $application) {
      suspendedReason
      keys { id name scopes createdAt expiresAt revokedAt lastUsedAt usage { day calls refusals } }
    }
  }
`);

const revokeKey = graphql(`
  mutation RevokeApiKey($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id revokedAt } } }
`);

/** `catalog keys …` */
export const keys: Noun = {
  name: 'keys',
  about: 'Create and revoke API keys',
  commands: [
    changing({
      name: 'create',
      about: 'Create a key for an application; it is shown only once',
      example: `--app ${AN_ID} --name laptop --scope anime.read search.read`,
      parameters: {
        applicationId: app,
        name: option('--name <name>', 'what to call it, e.g. the machine that uses it'),
        scopes: requiredValues('--scope <scope...>', `what it allows: ${KEY_SCOPES.join(', ')}`),
        expiresAt: option('--expires <time>', 'its expiry, e.g. 2027-01-31T00:00:00Z (default: never)', instant),
      },
      operation: createKey,
      answer: ({ createApiKey: { apiKey, key } }) => ({
        json: { ...apiKey, key },
        text: key,
        note: 'Keep it now: it is stored nowhere. Send it as "Authorization: Bearer <key>".',
      }),
    }),
    listing({
      name: 'list',
      about: 'List the keys of an application, oldest first, with their calls of 30 days',
      example: `--app ${AN_ID}`,
      parameters: { application: app },
      operation: listKeys,
      variables: ({ application }) => ({ application }),
      items: ({ application }) =>
        application?.keys.map((key) => ({ ...key, suspendedReason: application.suspendedReason })),
      missing: ({ application }) => `there is no application ${application}`,
      columns: [
        ['ID', ({ id }) => id],
        ['NAME', ({ name }) => name],
        ['STATE', describeState],
        ['LAST USED', ({ lastUsedAt }) => lastUsedAt ?? 'never'],
        ['CALLS', ({ usage }) => sum(usage, 'calls')],
        ['REFUSED', ({ usage }) => sum(usage, 'refusals')],
        ['SCOPES', ({ scopes }) => scopes.join(' ')],
      ],
    }),
    changing({
      name: 'revoke',
      about: 'Revoke a key for good, within 5 seconds everywhere',
      example: '7Xk2mP4q',
      parameters: { id: argument('<id>', 'the part between cac_ and the next underscore', keyId) },
      operation: revokeKey,
      answer: ({ revokeApiKey: { apiKey } }) => ({
        json: apiKey,
        text: `${apiKey.id} is revoked; other processes refuse it within 5 seconds.`,
      }),
    }),
  ],
};

type Application = NonNullable<ResultOf<typeof listKeys>['application']>;

function describeState({
  revokedAt,
  expiresAt,
  suspendedReason,
}: Application['keys'][number] & Pick<Application, 'suspendedReason'>) {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (suspendedReason !== null) return `suspended: ${suspendedReason}`;
  if (expiresAt === null) return 'works';
  return new Date(expiresAt) <= new Date() ? `expired ${expiresAt}` : `works until ${expiresAt}`;
}

function sum(usage: Application['keys'][number]['usage'], count: 'calls' | 'refusals'): string {
  return String(usage.reduce((total, day) => total + day[count], 0));
}

/** A whole key is refused, because it would be kept in the shell's history. */
function keyId(value: string): string {
  if (/^[0-9A-Za-z]{1,32}$/.test(value)) return value;
  throw new InvalidArgumentError('It must be the public part of the key alone: letters and digits.');
}
