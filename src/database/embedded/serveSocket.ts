import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

export interface EngineSocket {
  /** As pg takes it: a folder is a Unix socket's. */
  readonly address: { readonly host: string; readonly port: number };
  close(): Promise<void>;
}

/** A pool that replaces its only connection opens the new one before the server has let the old one go. */
const CONNECTIONS = 4;
const PORT = 5432;
/** Of a Unix socket's path, by the strictest system (macOS: 104 with its end). */
const LONGEST_PATH = 103;

/**
 * PGlite behind PostgreSQL's protocol, for this user alone: it asks nobody for a password, so it
 * listens on a Unix socket in `dataDir` (or in a private temporary folder where that path is too long),
 * and on Windows, which has none, on loopback.
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
    // A killed process leaves its socket; that it is gone, the folder's lock has proved.
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

/** libpq's convention, which pg follows. */
function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`);
}
