import { access, chmod, constants, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { errorMessage } from '../../base/errors.ts';
import { makeFolder } from '../../base/makeFolder.ts';
import { type ConnectionPool, createPool } from '../connection/createPool.ts';
import { DatabaseError } from '../databaseError.ts';
import type { DatabaseObserver } from '../databaseObserver.ts';
import { assertRoom, refuseWritesOnFullDisk } from './diskRoom.ts';
import { type FolderLock, lockFolder } from './folderLock.ts';
import { serveSocket } from './serveSocket.ts';

/** The major version inside PGlite, as PG_VERSION of a data folder names it. */
const POSTGRESQL_MAJOR = '18';

/** Errors of the engine's file system have only the error number of WASI. */
const FILE_ERRORS: Readonly<Record<number, string>> = {
  2: 'EACCES: permission denied',
  19: 'EDQUOT: disk quota exceeded',
  29: 'EIO: i/o error',
  51: 'ENOSPC: no space left on device',
  63: 'EPERM: operation not permitted',
  69: 'EROFS: read-only file system',
};

export interface EmbeddedDatabase {
  readonly connections: ConnectionPool;
  /** To be called after the pool has closed. */
  close(): Promise<void>;
}

/**
 * The embedded default: PostgreSQL as WebAssembly in this process, its files in `dataDir`, locked against other
 * processes.
 *
 * Its pool has one connection, because PGlite has a single session: statements of two clients would mix.
 * @throws DatabaseError `data_dir_unusable`, `data_dir_in_use`, `data_dir_incompatible`, `data_dir_damaged`
 */
export async function openEmbedded(dataDir: string, observer?: DatabaseObserver): Promise<EmbeddedDatabase> {
  const lock = await lockDataDir(dataDir);
  try {
    const engine = await openEngine(dataDir);
    try {
      const socket = await serveSocket(engine, dataDir);
      const connections = createPool(
        {
          ...socket.address,
          user: 'postgres',
          database: 'postgres',
          max: 1,
          connectionTimeoutMillis: 30_000,
          idleTimeoutMillis: 0,
          // Prepared statements belong to the session, which outlives connections: a new one would find its names in
          // use.
          onConnect: async (client) => {
            await client.query('DEALLOCATE ALL');
          },
        },
        // No deadlines: the engine runs in this process, and nothing could cancel its statement.
        Number.POSITIVE_INFINITY,
        observer,
      );
      refuseWritesOnFullDisk(join(dataDir, 'database'), connections.pool, engine);
      return {
        connections,
        async close() {
          await socket.close();
          await engine.close();
          await lock.release();
        },
      };
    } catch (error) {
      await engine.close();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function lockDataDir(dataDir: string): Promise<FolderLock> {
  try {
    await makeFolder(dataDir);
    return await lockFolder(join(dataDir, 'database.lock'));
  } catch (error) {
    throw error instanceof DatabaseError ? error : unusable(dataDir, error);
  }
}

async function openEngine(dataDir: string): Promise<PGlite> {
  const folder = join(dataDir, 'database');
  const unfinished = join(dataDir, 'database.unfinished');
  try {
    // An interrupted initialisation leaves a folder that never opens, and holds no data yet.
    if (await exists(unfinished)) await rm(folder, { recursive: true, force: true });
    const isNew = await isMissingOrEmpty(folder);
    if (isNew) await writeFile(unfinished, '');
    await closeToOthers(folder);
    await assertRoom(folder);
    const engine = await startEngine(folder);
    if (isNew) await rm(unfinished);
    return engine;
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw unusable(dataDir, error);
  }
}

/** PGlite creates its files with mode 0666, whatever the umask: only the folder's mode protects them. */
async function closeToOthers(folder: string): Promise<void> {
  await makeFolder(folder);
  await chmod(folder, 0o700);
}

/** @throws DatabaseError `data_dir_incompatible`, `data_dir_unusable` */
async function isMissingOrEmpty(folder: string): Promise<boolean> {
  const content = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (content.length === 0) return true;
  if (!content.includes('PG_VERSION')) {
    throw new DatabaseError(
      'data_dir_unusable',
      `DATA_DIR: ${folder} holds something else than a database: choose another DATA_DIR`,
    );
  }
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== POSTGRESQL_MAJOR) {
    throw new DatabaseError(
      'data_dir_incompatible',
      `DATA_DIR: ${folder} was written by PostgreSQL ${version}, this version embeds ${POSTGRESQL_MAJOR}: use the version that wrote it, or another DATA_DIR`,
    );
  }
  return false;
}

async function startEngine(folder: string): Promise<PGlite> {
  try {
    return await PGlite.create({
      dataDir: folder,
      startParams: [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC', '-c', 'plan_cache_mode=force_generic_plan'],
    });
  } catch (error) {
    if (isFileError(error)) throw error;
    const number = (error as { readonly errno?: unknown } | null)?.errno;
    if (typeof number === 'number') throw new Error(FILE_ERRORS[number] ?? `error ${number} of a file`);
    throw new DatabaseError(
      'data_dir_damaged',
      `DATA_DIR: the embedded database in ${folder} does not open (${errorMessage(error)}): it is damaged, or another version wrote it; restore a copy, or move it away to start with an empty one`,
      { cause: error },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function unusable(folder: string, error: unknown): DatabaseError {
  return new DatabaseError('data_dir_unusable', `DATA_DIR "${folder}" cannot be used: ${errorMessage(error)}`, {
    cause: error,
  });
}

function isFileError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}
