/**
 * The DateTime of a `timestamptz AT TIME ZONE 'UTC'` as PostgreSQL writes it in JSON (ISO 8601 whatever the session's settings,
 * without zone, decimals only where there are any).
 */
export function instantOfJson(text: string): string {
  if (text.length === 19) return `${text}.000Z`;
  return `${text.slice(0, 23).padEnd(23, '0')}Z`;
}
