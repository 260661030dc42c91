import { MOST_RELATIONS } from '../model/limits.ts';

/**
 * SQL of the relations of an anime that readers see: by type, then by the other anime's id, up to a limit. Merged anime
 * are left out: direct edits may merge too.
 * @param owner SQL of the anime's id
 */
export function shownRelations(owner: string): string {
  return `SELECT r.type, x.id, x.title, x.format, row_number() OVER (ORDER BY r.type, x.id) AS position
    FROM anime_relation r JOIN anime x ON x.id = r.related_id AND x.merged_into_id IS NULL
    WHERE r.anime_id = ${owner} ORDER BY r.type, x.id LIMIT ${MOST_RELATIONS.shown}`;
}
