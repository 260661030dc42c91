import type { Bindings } from '../reading/keysetList.ts';

/** SQL of an anime's id, or of the last survivor's after merges; NULL for an unknown id. */
export function survivorOf(id: string, bindings: Bindings): string {
  return `(WITH RECURSIVE line (id, next) AS (
    SELECT m.id, m.merged_into_id FROM anime m WHERE m.id = ${bindings.add(id, 'uuid')}
    UNION SELECT m.id, m.merged_into_id FROM anime m JOIN line ON m.id = line.next
  ) SELECT id FROM line WHERE next IS NULL)`;
}
