import type { CatalogRecord, RecordKey } from './record.ts';

/** The key of a record among those of its type. */
export function keyOf({ source, sourceId }: RecordKey): string {
  return `${source}\u0000${sourceId}`;
}

/** The key of a record among all types. */
export function recordKey(record: Pick<CatalogRecord, 'type' | 'source' | 'sourceId'>): string {
  return `${record.type}\u0000${keyOf(record)}`;
}
