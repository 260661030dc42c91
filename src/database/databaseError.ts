export type DatabaseErrorCode =
  | 'database_unreachable'
  | 'database_too_old'
  | 'database_refused'
  | 'database_newer_than_code'
  | 'migration_edited'
  | 'migration_failed'
  | 'data_dir_unusable'
  | 'data_dir_in_use'
  | 'shared_secret_differs';

/** The database cannot be used. The message is one line for the operator: what is wrong and what would be right. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** What an operator is told of a failed connection; the URL is named without its password. */
  static from(error: unknown, url: string | undefined): DatabaseError {
    if (error instanceof DatabaseError) return error;
    const cause = error as NodeJS.ErrnoException;
    const where = url === undefined ? 'the embedded database' : `DATABASE_URL (${withoutPassword(url)})`;
    const why = cause.message || cause.code || String(error);
    const refused = typeof cause.code === 'string' && /^(28|3D|42)/.test(cause.code);
    return new DatabaseError(refused ? 'database_refused' : 'database_unreachable', `${where} cannot be used: ${why}`, {
      cause: error,
    });
  }
}

function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = '';
    parsed.search = '';
    return parsed.href;
  } catch {
    return 'not a URL such as postgresql://user:password@host:5432/database';
  }
}
