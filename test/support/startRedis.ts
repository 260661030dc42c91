import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { startTiedProcess } from './tiedProcess.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

/** A new, empty Redis on 127.0.0.1 that keeps nothing on disk. Give the port of an earlier one to bring that one back. */
export async function startRedis({ port: wanted }: { readonly port?: number } = {}): Promise<RedisServer> {
  const program = findProgram('redis-server');
  if (program === undefined) throw new Error('Redis is not installed: redis-server was not found');
  const port = wanted ?? (await freePort());
  const directory = await mkdtemp(join(tmpdir(), 'catalog-redis-'));
  const server = await startTiedProcess(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory],
    { directory },
  );
  await waitUntilReady(server, 'Redis', () => ping(port));
  return { url: `redis://127.0.0.1:${port}`, port, pid: server.pid, stop: server.stop, kill: server.kill };
}

async function ping(port: number): Promise<void> {
  const connection = connect(port, '127.0.0.1');
  try {
    await once(connection, 'connect');
    connection.write('PING\r\n');
    const [answer] = (await once(connection, 'data')) as [Buffer];
    if (!answer.toString('utf8').startsWith('+PONG')) throw new Error(`not ready: ${answer.toString('utf8')}`);
  } finally {
    connection.destroy();
  }
}
