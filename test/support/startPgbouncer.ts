import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { askPostgres } from './askPostgres.ts';
import { findProgram } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { unprivilegedUser } from './startPostgres.ts';
import { startTiedProcess } from './tiedProcess.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface Pgbouncer {
  /** A URL of the server that leads through this pool: same user and database. */
  through(url: string): string;
  /** The rows of a command of its console, such as SHOW SERVERS. */
  ask<Row extends pg.QueryResultRow>(command: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** PgBouncer 1.21, which keeps prepared statements, or newer. */
export function findPgbouncer(): string | undefined {
  const program = process.env.PGBOUNCER_PATH || findProgram('pgbouncer', ['/usr/sbin']);
  if (program === undefined) return undefined;
  const [, minor] = /PgBouncer 1\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(minor) >= 21 ? program : undefined;
}

/** A pool of connections on a free port of 127.0.0.1 before the server of this superuser's URL, in transaction mode. */
export async function startPgbouncer(
  server: string,
  settings: Readonly<Record<string, string | number>> = {},
): Promise<Pgbouncer> {
  const { hostname, port, username, password } = new URL(server);
  const directory = await mkdtemp(join(tmpdir(), 'catalog-pgbouncer-'));
  const ownPort = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  const users = join(directory, 'users');
  const values = {
    ...{ listen_addr: '127.0.0.1', listen_port: ownPort, unix_socket_dir: '', pool_mode: 'transaction' },
    ...{ auth_type: 'scram-sha-256', auth_file: users, admin_users: username, max_prepared_statements: 200 },
    ...settings,
  };
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
  await writeFile(file, ['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]', ...lines, ''].join('\n'));
  await writeFile(users, `"${username}" "${password}"\n`);
  // It refuses to run as root too.
  const user = unprivilegedUser();
  if (user !== undefined) for (const path of [directory, file, users]) await chown(path, user.uid, user.gid);
  await chmod(users, 0o600);
  const started = await startTiedProcess(findPgbouncer() ?? '', [file], {
    ...{ directory, stopSignal: 'INT' },
    ...(user && { user }),
  });
  const through = (url: string) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(ownPort) }).href;
  const ask = <Row extends pg.QueryResultRow>(command: string) =>
    askPostgres<Row>(through(server.replace(/\/[^/]*$/, '/pgbouncer')), command);
  await waitUntilReady(started, 'PgBouncer', async () => void (await ask('SHOW VERSION')));
  return { through, ask, stop: started.stop };
}
