import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type SharedServerName = 'postgres' | 'redis' | 'elasticsearch';

const givenUrls: Readonly<Record<SharedServerName, string>> = {
  postgres: 'TEST_DATABASE_URL',
  redis: 'TEST_REDIS_URL',
  elasticsearch: 'TEST_ELASTICSEARCH_URL',
};

/** Whether all test files share one such server. */
export function isShared(name: string): name is SharedServerName {
  return name in givenUrls;
}

/** Names this run's socket to its workers. */
export const socketVariable = 'TEST_SERVERS_SOCKET';

/**
 * URL of the server that all test files share: the one that the environment names, else one started at the first call. Take what
 * is yours alone in it (a database, a key prefix, an index name); a test that stops a server starts its own.
 */
export async function sharedServer(name: SharedServerName): Promise<string> {
  const given = process.env[givenUrls[name]];
  if (given) return given;
  const path = process.env[socketVariable];
  if (!path) {
    throw new Error(
      `${name} is shared among *.integration.test.ts only; elsewhere set ${givenUrls[name]} or start a server`,
    );
  }
  const connection = connect({ path, allowHalfOpen: true });
  await once(connection, 'connect');
  connection.write(name);
  const answer = JSON.parse(await text(connection)) as { url: string } | { error: string };
  connection.end();
  if ('error' in answer) throw new Error(`${name} did not start: ${answer.error}`);
  return answer.url;
}
