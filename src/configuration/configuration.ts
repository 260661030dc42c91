import { refuseContradictions } from './contradictions.ts';
import { misspeltVariables } from './misspeltVariables.ts';
import { type Environment, readVariables } from './readVariables.ts';
import { KNOWN_VARIABLES, table } from './variables.ts';

/**
 * The service's configuration (docs/configuration.md), read once: the variables by their names, and what
 * follows from several of them. Holds secrets: never log it.
 */
export type Configuration = Readonly<ReturnType<typeof readConfiguration>>;

export type LogLevel = Configuration['LOG_LEVEL'];

/** `auto`: text at a terminal, JSON elsewhere. */
export type LogFormat = Configuration['LOG_FORMAT'];

/** The data that the first start imports into an empty database. */
export type SampleData = Configuration['SAMPLE_DATA'];

/** How many credentialed callers with a full quota each may share an address. */
const CALLERS_OF_AN_ADDRESS = 10;

const schema = table.superRefine(refuseContradictions);

/**
 * Reads the configuration from the environment.
 * @throws ConfigurationError naming each variable that is wrong and what would be right
 */
export function readConfiguration(environment: Environment) {
  const variables = readVariables(schema, environment);
  const { QUOTA_ANONYMOUS: anonymous, QUOTA_CREDENTIALED: credentialed } = variables;
  const production = variables.NODE_ENV === 'production';
  // An external database is never filled, and the fictional season is never imported in production.
  const sampleData = variables.DATABASE_URL !== undefined ? 'off' : production ? 'catalogue' : 'on';
  return {
    ...variables,
    production,
    SAMPLE_DATA: variables.SAMPLE_DATA ?? sampleData,
    STOP_GRACE_MS: variables.STOP_GRACE_MS ?? (production ? 5_000 : 0),
    /** Calls a minute; an address's limit counts all its requests, with and without credentials. */
    quotas: { anonymous, credentialed, address: CALLERS_OF_AN_ADDRESS * credentialed },
    /** Variables that are set and unknown, with names close to known ones. OpenTelemetry has more than these. */
    misspelt: misspeltVariables(environment, KNOWN_VARIABLES).filter(({ name }) => !name.startsWith('OTEL_')),
  };
}
