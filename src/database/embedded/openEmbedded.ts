import { access, chmod, constants, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { errorMessage } from '../../errors.ts';
import { makeFolder } from '../../makeFolder.ts';
import { type ConnectionPool, createPool } from '../createPool.ts';
import { DatabaseError } from '../databaseError.ts';
import { type FolderLock, lockFolder } from './folderLock.ts';
import { serveSocket } from './serveSocket.ts';

/** The major version inside PGlite, as PG_VERSION of a data folder names it. */
const POSTGRESQL_MAJOR = '18';

export interface EmbeddedDatabase {
  readonly connections: ConnectionPool;
  /** To be called when the pool has ended. */
  close(): Promise<void>;
}

/**
 * The embedded default: PostgreSQL as WebAssembly in this process, its files in
 * `dataDir`, guarded against a second process.
 *
 * One pooled connection, because PGlite is one session whatever its socket pretends: two clients' statements mix.
 * @throws DatabaseError `data_dir_unusable`, `data_dir_in_use`, `data_dir_incompatible`, `data_dir_damaged`
 */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
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
          // The session outlives its connections, and with it what they prepared: a new one would find its names taken.
          onConnect: async (client) => {
            await client.query('DEALLOCATE ALL');
          },
        },
        // It is this very process: it never hangs, and nothing could end its statement.
        Number.POSITIVE_INFINITY,
      );
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
    // Interrupted, the making of a folder leaves one that never opens. Nothing in it has been promised to anybody.
    if (await isThere(unfinished)) await rm(folder, { recursive: true, force: true });
    const isNew = await isToBeMade(folder);
    if (isNew) await writeFile(unfinished, '');
    await closeToOthers(folder);
    const engine = await startEngine(folder);
    if (isNew) await rm(unfinished);
    return engine;
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw unusable(dataDir, error);
  }
}

/** PGlite makes its files for everybody (0666, whatever the umask): only the folder around them keeps others out. */
async function closeToOthers(folder: string): Promise<void> {
  await makeFolder(folder);
  await chmod(folder, 0o700);
}

/** @throws DatabaseError `data_dir_incompatible`, `data_dir_unusable` */
async function isToBeMade(folder: string): Promise<boolean> {
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
    throw new DatabaseError(
      'data_dir_damaged',
      `DATA_DIR: the embedded database in ${folder} does not open (${errorMessage(error)}): it is damaged, or another version wrote it; restore a copy, or move it away to start with an empty one`,
      { cause: error },
    );
  }
}

async function isThere(path: string): Promise<boolean> {
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
