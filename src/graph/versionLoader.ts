import DataLoader from 'dataloader';
import type { Database } from '../database/database.ts';
import type { VersionedDocument } from './documentCache.ts';
import { type DocumentSource, versionsByIds } from './documentSource.ts';

export type VersionLoader = DataLoader<string, string | null>;

/** Loads change versions by id without anything else; null where there is no such entity. */
export function createVersionLoader(
  database: Pick<Database, 'read'>,
  source: DocumentSource<VersionedDocument>,
): VersionLoader {
  return new DataLoader(async (ids) => {
    const rows = await database.read(versionsByIds(source, ids));
    const versions = new Map(rows as readonly (readonly [string, string])[]);
    return ids.map((id) => versions.get(id) ?? null);
  });
}
