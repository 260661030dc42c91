import { execFile } from 'node:child_process';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './freePort.ts';
import {
  findPostgresProgram,
  type PostgresServer,
  runPostgres,
  startPostgres,
  unprivilegedUser,
} from './startPostgres.ts';
import { openTcpProxy } from './tcpProxy.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** A server and a synchronous standby, behind an address that leads to whichever takes writes. */
export interface ReplicatedPostgres {
  /** URL of its superuser and the database `postgres`; stays the same. */
  readonly url: string;
  /** The primary dies (SIGKILL), and the standby takes its place. It has no standby any more. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

export async function replicatePostgres(): Promise<ReplicatedPostgres> {
  const user = unprivilegedUser();
  const primary = await startPostgres();
  const { port, password } = new URL(primary.url);
  const directory = await mkdtemp(join(tmpdir(), 'catalog-postgres-'));
  if (user !== undefined) await chown(directory, user.uid, user.gid);
  const data = join(directory, 'data');
  const options = ['--pgdata', data, '--checkpoint=fast', '--wal-method=stream', '--write-recovery-conf', '--no-sync'];
  const program = findPostgresProgram('pg_basebackup') ?? '';
  await run(program, [...options, '--dbname', primary.url], { cwd: directory, ...user });
  const cluster = { directory, data, port: await freePort(), password, settings: {} };
  const standby: PostgresServer = await runPostgres(cluster, 'follows');
  await ask(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await ask(primary.url, 'SELECT pg_reload_conf()');
  const isSynchronous = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`;
  await until(async () => (await ask(primary.url, isSynchronous)).length === 1, 20_000);
  const proxy = await openTcpProxy({ host: '127.0.0.1', port: Number(port) });
  const url = new URL(primary.url);
  url.port = String(proxy.port);
  return {
    url: url.href,
    async failOver() {
      await primary.kill();
      await ask(standby.url, 'SELECT pg_promote()');
      proxy.redirect({ host: '127.0.0.1', port: cluster.port });
    },
    async stop() {
      await proxy.cut();
      for (const server of [primary, standby]) await server.stop();
    },
  };
}

async function ask(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
