import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askRedis } from './askRedis.ts';
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

/**
 * A new, empty Redis on 127.0.0.1 that keeps nothing on disk.
 * @param port of an earlier one, to bring that one back
 */
export async function startRedis({ port: wanted }: { readonly port?: number } = {}): Promise<RedisServer> {
  const program = findProgram('redis-server');
  if (program === undefined) throw new Error('Redis is not installed: redis-server was not found');
  const port = wanted ?? (await freePort());
  const directory = await mkdtemp(join(tmpdir(), 'catalog-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  const server = await startTiedProcess(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory],
    { directory },
  );
  await waitUntilReady(server, 'Redis', async () => {
    const answer = await askRedis(url, 'INFO server');
    // Somebody else's Redis may answer at the port that a test chose.
    if (!answer.includes(`process_id:${server.pid}\r\n`)) throw new Error(`not this server, or not ready: ${answer}`);
  });
  return { url, port, pid: server.pid, stop: server.stop, kill: server.kill };
}
