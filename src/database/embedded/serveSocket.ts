import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export interface EngineSocket {
  /** The host as pg takes it: a folder for a Unix socket. */
  readonly address: { readonly host: string; readonly port: number };
  close(): Promise<void>;
}

/** A pool that replaces its only connection opens the new one before the server has noticed the end of the old one. */
const CONNECTIONS = 4;
const PORT = 5432;
/** The longest path of a Unix socket on the strictest system (macOS: 104 with its terminator). */
const LONGEST_PATH = 103;

/**
 * Serves PGlite over PostgreSQL's protocol, for this user alone: it checks no password, so it listens on a Unix socket
 * in `dataDir` (or in a private temporary folder where that path is too long), and on the loopback on Windows, which
 * has none.
 */
export async function serveSocket(engine: PGlite, dataDir: string): Promise<EngineSocket> {
  if (process.platform === 'win32') {
    const server = new PGLiteSocketServer({ db: engine, host: '127.0.0.1', port: 0, maxConnections: CONNECTIONS });
    await server.start();
    return {
      address: { host: '127.0.0.1', port: Number(server.getServerConn().split(':')[1]) },
      close: () => server.stop(),
    };
  }
  const fits = Buffer.byteLength(socketIn(resolve(dataDir))) <= LONGEST_PATH;
  const folder = fits ? resolve(dataDir) : await mkdtemp(join(tmpdir(), 'anime-catalog-'));
  const path = socketIn(folder);
  const removeTraces = () => rm(fits ? path : folder, { recursive: true, force: true });
  try {
    // A killed process leaves its socket behind; the folder lock proves that the process is gone.
    await rm(path, { force: true });
    const server = new PGLiteSocketServer({ db: engine, path, maxConnections: CONNECTIONS });
    await server.start();
    await chmod(path, 0o600);
    return {
      address: { host: folder, port: PORT },
      async close() {
        await server.stop();
        await removeTraces();
      },
    };
  } catch (error) {
    await removeTraces();
    throw error;
  }
}

/** The file name by libpq's convention, which pg follows. */
function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`);
}
