/** What one statement is judged in. */
export interface MigrationScope {
  readonly contracts: boolean;
  /** Whether the table holds many rows while the service runs. */
  readonly isLarge: (table: string | undefined) => boolean;
  /** Whether the migration makes the table, which nobody else knows yet. */
  readonly isMade: (table: string) => boolean;
  /** The constraints that the migration adds, as `table.constraint`. */
  readonly added: ReadonlySet<string>;
  /** Those that it drops. */
  readonly dropped: ReadonlySet<string>;
}
