import { postgresUrl } from '../base/postgresUrl.ts';
import type { Configuration } from '../configuration/configuration.ts';
import {
  cursorSecretSource,
  internalTokenSource,
  obtainSecret,
  type SecretSource,
  secretsKeySource,
  splitValues,
} from '../configuration/secrets.ts';
import type { SecretValues } from '../database/sharedSecrets.ts';

/** The secrets of this process; null where no role needs them. */
export interface Secrets {
  readonly internalToken: string | null;
  /** The first signs, all verify. */
  readonly cursorSecrets: readonly [string, ...string[]] | null;
  /** The first encrypts, all decrypt. */
  readonly secretsKeys: readonly [string, ...string[]] | null;
}

const USE_SECRETS_KEY = ['rest', 'graph', 'webhooks'] as const;

export async function obtainSecrets(configuration: Configuration): Promise<Secrets> {
  const { ROLES } = configuration;
  const valuesIn = async (source: SecretSource) => splitValues(await obtainSecret(source, configuration));
  return {
    internalToken: ROLES.has('graph') ? await obtainSecret(internalTokenSource, configuration) : null,
    cursorSecrets: ROLES.has('rest') ? await valuesIn(cursorSecretSource) : null,
    secretsKeys: USE_SECRETS_KEY.some((role) => ROLES.has(role)) ? await valuesIn(secretsKeySource) : null,
  };
}

/** The secrets that all processes on one database must share, by the variable that they come from. */
export function sharedSecrets({ cursorSecrets, secretsKeys }: Secrets): ReadonlyMap<string, SecretValues> {
  return new Map([
    ...(cursorSecrets === null ? [] : [[cursorSecretSource.variable, cursorSecrets] as const]),
    ...(secretsKeys === null ? [] : [[secretsKeySource.variable, secretsKeys] as const]),
  ]);
}

/** A shorter value could be an ordinary word; passwords in URLs are redacted whatever their length. */
const SHORTEST_HIDDEN = 8;

/** Every secret value of this process, in the forms that a log could contain. */
export function secretsToRedact(configuration: Configuration, secrets: Secrets): readonly string[] {
  const { DATABASE_URL, DATABASE_DIRECT_URL, ELASTICSEARCH_URL = [], REDIS_URL } = configuration;
  const urls = [
    ...[DATABASE_URL, DATABASE_DIRECT_URL].flatMap((url) => (url === undefined ? [] : (postgresUrl(url) ?? []))),
    ...[...ELASTICSEARCH_URL, REDIS_URL, configuration.OTEL_EXPORTER_OTLP_ENDPOINT].flatMap((url) =>
      url === undefined ? [] : [new URL(url)],
    ),
  ];
  const values = [
    secrets.internalToken,
    configuration.INTERNAL_READ_TOKEN,
    ...(secrets.cursorSecrets ?? []),
    ...(secrets.secretsKeys ?? []),
    configuration.ELASTICSEARCH_API_KEY,
    configuration.PORTAL_CLIENT_SECRET,
    ...headerValues(configuration.OTEL_EXPORTER_OTLP_HEADERS),
    ...urls.flatMap(listPasswords),
  ];
  return values.filter((value) => value != null && value.length >= SHORTEST_HIDDEN) as string[];
}

/** Of a comma list of `name=value`, as written and as sent. */
function headerValues(list = ''): string[] {
  const values = list.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  return [...values, ...values.map((value) => decodeURIComponent(value))];
}

/** As written and as sent to the server. */
function listPasswords({ password, searchParams }: URL): readonly (string | null)[] {
  return [password, searchParams.get('password'), new URLSearchParams(`password=${password}`).get('password')];
}
