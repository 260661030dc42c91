/** Stable names of what keeps a database from being opened, migrated or used. */
export type DatabaseErrorCode =
  | 'invalid_database_url'
  | 'database_unreachable'
  | 'database_busy'
  | 'database_refused'
  | 'database_too_old'
  | 'database_not_utf8'
  | 'database_not_empty'
  | 'database_newer_than_code'
  | 'data_dir_unusable'
  | 'data_dir_in_use'
  | 'data_dir_incompatible'
  | 'data_dir_damaged'
  | 'migration_edited'
  | 'migration_failed'
  | 'shared_secret_differs';

/**
 * Meant for the operator: one line that says what is wrong, where, and what would be right. It never holds a password.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message.replace(/\s+/g, ' '), options);
    this.code = code;
  }
}
