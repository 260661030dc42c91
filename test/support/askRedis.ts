import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends one inline command and returns the answer as Redis writes it, e.g. `+PONG` or `:1`, without the last line end. */
export async function askRedis(url: string, command: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const connection = connect(Number(port || 6379), hostname);
  try {
    await once(connection, 'connect');
    connection.write(`${command}\r\n`);
    const [answer] = (await once(connection, 'data')) as [Buffer];
    return answer.toString('utf8').trimEnd();
  } finally {
    connection.destroy();
  }
}
