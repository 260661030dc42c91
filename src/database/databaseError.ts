/** Stable codes of failures to open, migrate or use a database. */
export type DatabaseErrorCode =
  | 'invalid_database_url'
  | 'database_unreachable'
  | 'database_busy'
  | 'database_refused'
  | 'database_too_old'
  | 'database_not_utf8'
  | 'database_read_only'
  | 'database_pooled'
  | 'database_not_empty'
  | 'database_newer_than_code'
  | 'data_dir_unusable'
  | 'data_dir_in_use'
  | 'data_dir_incompatible'
  | 'data_dir_damaged'
  | 'migration_edited'
  | 'migration_failed'
  | 'shared_secret_differs'
  | 'archive_broken'
  | 'archive_of_other_schema';

/** For the operator: one line with the fault, its place and the remedy. Never holds a password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message.replace(/\s+/g, ' '), options);
    this.code = code;
  }
}

/** The variable that names a database, for messages. */
export type DatabaseVariable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
