import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { askPostgres } from './askPostgres.ts';
import { findProgram, isExecutable } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { startTiedProcess } from './tiedProcess.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface PostgresServer {
  /** URL of its superuser and the database `postgres`. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

const oldestVersion = 15;

/** The folder that holds `postgres` and `initdb`: PATH's, else the newest of Debian's. */
export function findPostgres(): string | undefined {
  const inPath = findProgram('initdb');
  const folders = [...(inPath === undefined ? [] : [dirname(inPath)]), ...debianFolders()];
  return folders.find((folder) => isExecutable(join(folder, 'postgres')) && isExecutable(join(folder, 'initdb')));
}

/** One of its client programs, e.g. pg_dump: beside the server's, else one of Debian's, else PATH's. */
export function findPostgresProgram(name: string): string | undefined {
  const beside = findPostgres();
  return findProgram(name, [...(beside === undefined ? [] : [beside]), ...debianFolders()]);
}

/** Newest first. */
function debianFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).filter((version) => Number(version) >= oldestVersion) : [];
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin'));
}

/** An empty folder that belongs to whoever runs PostgreSQL. */
export async function makeServerFolder(): Promise<string> {
  const user = unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'catalog-postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

/**
 * A new PostgreSQL on a free port of 127.0.0.1, in a temporary directory that goes with it. Durable as in production (fsync is on),
 * and its default collation is a linguistic one, so that a query which needs "C" and does not say so is found out.
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const directory = await makeServerFolder();
  return await runPostgres({ ...(await initialiseCluster(directory)), directory, port: await freePort(), settings });
}

/**
 * Makes the files of a server.
 * @param directory in which they come, its user's own; removed when that fails
 */
export async function initialiseCluster(directory: string): Promise<Pick<PostgresCluster, 'data' | 'password'>> {
  const programs = findPostgres();
  if (programs === undefined)
    throw new Error('PostgreSQL 15 or newer is not installed: neither initdb nor postgres was found');
  const user = unprivilegedUser();
  // Local users are not trusted: a superuser's connection runs programs.
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) {
    await chown(passwordFile, user.uid, user.gid);
  }
  const data = join(directory, 'data');
  try {
    execFileSync(
      join(programs, 'initdb'),
      [
        ...['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile, '--no-sync'],
        ...['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en', '--locale=C'],
      ],
      { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', ...user },
    );
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  return { data, password };
}

export interface PostgresCluster {
  /** Removed when the server has ended; its user's own. */
  readonly directory: string;
  readonly data: string;
  readonly port: number;
  /** Of the superuser. */
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** A server on files that are there. Ready when it takes writes, also after a recovery, or follows another. */
export async function runPostgres(
  { directory, data, port, password, settings }: PostgresCluster,
  until: 'writes' | 'follows' = 'writes',
): Promise<PostgresServer> {
  const programs = findPostgres() ?? '';
  const user = unprivilegedUser();
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: directory,
    max_connections: '200',
    shared_buffers: '256MB',
    timezone: 'UTC',
    ...settings,
  };
  // SIGINT is its "fast shutdown": it ends the clients' sessions instead of waiting for them.
  const server = await startTiedProcess(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { directory, stopSignal: 'INT', ...(user && { user }) },
  );
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  await waitUntilReady(server, 'PostgreSQL', async () => {
    const [row] = await askPostgres<{ recovers: boolean }>(url, 'select pg_is_in_recovery() as recovers');
    if (row?.recovers !== (until === 'follows'))
      throw new Error(`it does not ${until === 'writes' ? 'take writes' : 'follow'} yet`);
  });
  return { url, pid: server.pid, stop: server.stop, kill: server.kill };
}

/** PostgreSQL refuses to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {}
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody" to run it as',
  );
}
