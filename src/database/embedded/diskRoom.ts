import { statfs } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { DatabaseError } from '../databaseError.ts';

/**
 * Four files of PostgreSQL's WAL. When the next file cannot be created, the embedded engine's statement never returns,
 * and blocks the thread of the whole process.
 */
export const LEAST_ROOM_BYTES = 4 * 16 * 1024 * 1024;

/** Why the embedded database is read-only, as the predicate of a sentence. */
export const LACKS_ROOM = `has less than ${Math.floor(LEAST_ROOM_BYTES / 1e6)} MB left on its disk`;

/** In which the engine writes a part of the least room. */
const CHECK_MS = 100;

/** @throws DatabaseError `data_dir_unusable` where the disk has no room for an engine that starts */
export async function assertRoom(folder: string): Promise<void> {
  const room = await measureRoom(folder);
  if (room >= LEAST_ROOM_BYTES) return;
  const [has, needs] = [room, LEAST_ROOM_BYTES].map((bytes) => Math.floor(bytes / 1e6));
  throw new DatabaseError(
    'data_dir_unusable',
    `DATA_DIR: the disk of ${folder} has ${has} MB left, and the embedded database needs ${needs} MB: make room, or choose another DATA_DIR`,
  );
}

/**
 * Makes the engine's only session read-only while the disk has too little room, so that writes are refused as by a
 * server that is read-only (25006), and a transaction that is under way by then: one may write more than all the room.
 * The disk is asked while the pool's connection is in use, so an idle engine costs nothing.
 */
export function refuseWritesOnFullDisk(folder: string, pool: pg.Pool, engine: PGlite): void {
  /** Null where the answer to its change was lost. */
  let isReadOnly: boolean | null = false;
  let isBusy = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    const isFull = (await measureRoom(folder)) < LEAST_ROOM_BYTES;
    if (isFull === isReadOnly) return;
    isReadOnly = null;
    // Passed around a transaction that keeps the connection.
    const refuse = () => {
      if (isFull && engine.isInTransaction()) engine.exec('SET transaction_read_only = on').catch(() => {});
    };
    refuse();
    const refusing = setInterval(refuse, CHECK_MS).unref();
    const mode = isFull ? 'ONLY' : 'WRITE';
    await pool.query(`SET SESSION CHARACTERISTICS AS TRANSACTION READ ${mode}`).finally(() => clearInterval(refusing));
    isReadOnly = isFull;
  };
  const poll = () => {
    if (isBusy || performance.now() - checkedAt < CHECK_MS) return;
    isBusy = true;
    checkedAt = performance.now();
    check()
      .catch(() => {})
      .finally(() => {
        isBusy = false;
      });
  };
  pool.on('acquire', () => {
    poll();
    timer = setInterval(poll, CHECK_MS).unref();
  });
  pool.on('release', () => clearInterval(timer));
}

/** Infinite where the file system does not report it. */
async function measureRoom(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
