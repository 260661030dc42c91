/** Receives the events of a pool's connections; every call returns at once. */
export interface DatabaseObserver {
  /** A statement got a connection after this wait. */
  waitedForConnection(seconds: number): void;
  /** A statement was answered, or failed, after this time. */
  answered(seconds: number): void;
  /** PostgreSQL reported an error, or a connection failed or was lost. */
  databaseFailed(errorClass: DatabaseErrorClass): void;
}

/** The classes of PostgreSQL's SQLSTATEs (appendix A) by what an operator does about them. */
const CLASSES = [
  [/^40/, 'conflict'],
  [/^2[23]/, 'data'],
  [/^25006/, 'read_only'],
  [/^53100/, 'disk_full'],
  [/^53300/, 'no_connection_left'],
  [/^(53|58)/, 'resources'],
  [/^(57014|55P03)/, 'timeout'],
  // The server ended a session that was silent in a transaction, or with a lock.
  [/^(25P03|57P05)/, 'fenced'],
  [/^57P/, 'shutdown'],
  [/^28/, 'login'],
] as const;

export type DatabaseErrorClass = (typeof CLASSES)[number][1] | 'connection' | 'other';

/** @param sqlState undefined where no server answered */
export function databaseErrorClass(sqlState: string | undefined): DatabaseErrorClass {
  if (sqlState === undefined || !/^(?=.*\d)[0-9A-Z]{5}$/.test(sqlState) || sqlState.startsWith('08'))
    return 'connection';
  return CLASSES.find(([pattern]) => pattern.test(sqlState))?.[1] ?? 'other';
}
