import { join } from 'node:path';
import { askPostgres } from '../support/askPostgres.ts';
import { freePort } from '../support/freePort.ts';
import { type PostgresServer, runPostgres, startPostgres } from '../support/startPostgres.ts';
import { openTcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';
import { takeBaseBackup } from './takeBaseBackup.ts';

/** A server and a synchronous standby, behind an address that leads to whichever takes writes. */
export interface ReplicatedPostgres {
  /** URL of its superuser and the database `postgres`; stays the same. */
  readonly url: string;
  /** The primary dies (SIGKILL), and the standby takes its place, without one of its own. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

export async function replicatePostgres(): Promise<ReplicatedPostgres> {
  const first = await startPostgres();
  const { port: firstPort, password } = new URL(first.url);
  const standby = await standbyOf(first, await freePort(), password);
  const proxy = await openTcpProxy({ host: '127.0.0.1', port: Number(firstPort) });
  const url = Object.assign(new URL(first.url), { port: String(proxy.port) });
  return {
    url: url.href,
    async failOver() {
      await first.kill();
      await askPostgres(standby.url, 'SELECT pg_promote()');
      proxy.redirect({ host: '127.0.0.1', port: Number(new URL(standby.url).port) });
    },
    async stop() {
      await proxy.cut();
      for (const server of [first, standby]) await server.stop();
    },
  };
}

/** A standby whose disk every commit of the primary waits for. */
async function standbyOf(primary: PostgresServer, port: number, password: string): Promise<PostgresServer> {
  const directory = await takeBaseBackup(primary.url, ['--wal-method=stream', '--write-recovery-conf']);
  const data = join(directory, 'data');
  const standby = await runPostgres({ directory, data, port, password, settings: {} }, 'follows');
  await askPostgres(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await askPostgres(primary.url, 'SELECT pg_reload_conf()');
  const isSynchronous = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`;
  await until(async () => (await askPostgres(primary.url, isSynchronous)).length === 1, 20_000);
  return standby;
}
