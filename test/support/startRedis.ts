import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askRedis } from './askRedis.ts';
import { findProgram } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { startTiedProcess } from './tiedProcess.ts';
import type { Certificate } from './tls/certificates.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface RedisServer {
  readonly url: string;
  /** Of `localhost`, over TLS; null without a certificate. */
  readonly secureUrl: string | null;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

interface RedisOptions {
  /** Of an earlier one, to bring that one back. */
  readonly port?: number;
  readonly certificate?: Certificate;
}

/** A new, empty Redis on 127.0.0.1 that keeps nothing on disk. */
export async function startRedis({ port: wanted, certificate }: RedisOptions = {}): Promise<RedisServer> {
  const program = findProgram('redis-server');
  if (program === undefined) throw new Error('Redis is not installed: redis-server was not found');
  const port = wanted ?? (await freePort());
  const directory = await mkdtemp(join(tmpdir(), 'catalog-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  const securePort = certificate === undefined ? null : await freePort();
  const ports = ['--port', String(port), ...(await tlsOptions(directory, securePort, certificate))];
  const server = await startTiedProcess(
    program,
    [...ports, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory],
    { directory },
  );
  await waitUntilReady(server, 'Redis', async () => {
    const answer = await askRedis(url, 'INFO server');
    // Somebody else's Redis may answer at the port that a test chose.
    if (!answer.includes(`process_id:${server.pid}\r\n`)) throw new Error(`not this server, or not ready: ${answer}`);
  });
  const secureUrl = securePort === null ? null : `rediss://localhost:${securePort}`;
  return { url, secureUrl, port, pid: server.pid, stop: server.stop, kill: server.kill };
}

async function tlsOptions(directory: string, port: number | null, certificate?: Certificate): Promise<string[]> {
  if (port === null || certificate === undefined) return [];
  const [key, cert] = [join(directory, 'redis.key'), join(directory, 'redis.pem')];
  await Promise.all([writeFile(key, certificate.key), writeFile(cert, certificate.cert)]);
  return ['--tls-port', String(port), '--tls-key-file', key, '--tls-cert-file', cert, '--tls-auth-clients', 'no'];
}
