import type { Database } from '../../database/database.ts';

/** Why the keys and subscriptions of an application rest, by what application_rest_reason says. */
const REST_REASONS: Readonly<Record<string, string>> = {
  application: 'The application is disabled.',
  owner: "The application's owner is disabled.",
};

/** In words for whoever reads it; null for null. */
export function restReasonText(reason: string | null | undefined): string | null {
  return reason == null ? null : (REST_REASONS[reason] ?? 'The application rests.');
}

/** Why applications rest, by id; null: they do not, or are not there. */
export async function restReasons(
  database: Pick<Database, 'read'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await database.read({
    text: 'SELECT a.id::text AS id, application_rest_reason(a) AS reason FROM application a WHERE a.id = ANY ($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map(([id, reason]) => [id ?? '', restReasonText(reason)]));
}
