/** One use of each command that is not yet a row, shown under its help. */
export const examples: Readonly<Record<string, string>> = {
  import: 'import anime.jsonl.zst --format anime-offline-database --dry-run',
  'sources list': 'sources list',
  'sources approve': 'sources approve mal',
  'sources revoke': 'sources revoke mal',
};
