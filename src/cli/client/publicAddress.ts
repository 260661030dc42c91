import { z } from 'zod';
import { host, port } from '../../configuration/networkVariables.ts';
import { type Environment, readVariables } from '../../configuration/variable.ts';
import { originOf } from './serviceAddress.ts';

const environmentSchema = z.object({ HOST: host.default('0.0.0.0'), PORT: port.default(3000) });

/**
 * The origin of the public listener of the service on this machine, without a slash at the end.
 * @throws ConfigurationError for a wrong variable
 */
export function readPublicAddress(environment: Environment): string {
  const { HOST, PORT } = readVariables(environmentSchema, environment);
  return originOf(HOST, PORT);
}
