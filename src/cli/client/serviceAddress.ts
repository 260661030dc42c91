import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, readVariables } from '../../configuration/readVariables.ts';
import { token } from '../../configuration/textRules.ts';
import { table } from '../../configuration/variables.ts';
import { CommandFailure } from '../failures.ts';

/** The address of a running service's internal listener, and the token it requires. */
export interface ServiceAddress {
  /** Without a slash at the end. */
  readonly origin: string;
  readonly token: string;
}

const read = table.pick({
  INTERNAL_URL: true,
  INTERNAL_HOST: true,
  INTERNAL_PORT: true,
  INTERNAL_TOKEN: true,
  DATA_DIR: true,
});

/** The origin of the internal listener, without a slash at the end. @throws ConfigurationError for a wrong variable */
export function readInternalOrigin(environment: Environment): string {
  const variables = readVariables(read, environment);
  return variables.INTERNAL_URL ?? reachableOrigin(variables.INTERNAL_HOST, variables.INTERNAL_PORT);
}

/**
 * The variables that a client of the service reads; it ignores the rest of the configuration.
 * @throws ConfigurationError for a wrong variable, CommandFailure `no_token` when no token is found
 */
export async function readServiceAddress(environment: Environment): Promise<ServiceAddress> {
  const variables = readVariables(read, environment);
  return {
    origin: readInternalOrigin(environment),
    token: variables.INTERNAL_TOKEN ?? (await readToken(variables.DATA_DIR)),
  };
}

/**
 * The origin of the public listener of the service on this machine, without a slash at the end.
 * @throws ConfigurationError for a wrong variable
 */
export function readPublicAddress(environment: Environment): string {
  const { HOST, PORT } = readVariables(table.pick({ HOST: true, PORT: true }), environment);
  return reachableOrigin(HOST, PORT);
}

/** A wildcard address is reached through the loopback. */
function reachableOrigin(listening: string, at: number): string {
  const name = listening === '0.0.0.0' ? '127.0.0.1' : listening === '::' ? '::1' : listening;
  return `http://${name.includes(':') ? `[${name}]` : name}:${at}`;
}

async function readToken(dataDir: string): Promise<string> {
  const path = join(dataDir, 'internal-token');
  try {
    const text = await readFile(path, 'utf8');
    if (token.safeParse(text).success) return text.trim();
    throw new Error('is damaged');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : (error as Error).message;
    throw new CommandFailure(
      'no_token',
      `no internal token: ${path} ${why}. Start the service first (catalog serve), run this command in its folder, or set DATA_DIR or INTERNAL_TOKEN.`,
    );
  }
}
