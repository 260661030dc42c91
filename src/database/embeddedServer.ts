import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from './databaseError.ts';

/** PGlite behind a socket of this process. */
export interface EmbeddedServer {
  readonly address: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  stop(): Promise<void>;
}

/** Opens the embedded PostgreSQL in `dataDir/database` and serves it on loopback, to this process's pool alone. */
export async function startEmbeddedServer(dataDir: string): Promise<EmbeddedServer> {
  const folder = join(dataDir, 'database');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseError('data_dir_unusable', `DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`);
  }
  const { PGlite } = await import('@electric-sql/pglite');
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const database = await PGlite.create(folder);
  // With one connection, the query after any error fails: the pool replaces the connection before the server has let it go.
  const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0, maxConnections: 4 });
  await server.start();
  const [host, port] = server.getServerConn().split(':');
  return {
    address: { host: host ?? '127.0.0.1', port: Number(port), user: 'postgres', database: 'postgres' },
    stop: async () => {
      await server.stop();
      await database.close();
    },
  };
}
