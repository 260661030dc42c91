/** What a record states, by the names that differences have; ids as lists, the record's own first. */
export function recordFields({
  source,
  sourceId,
  record,
}: {
  readonly source: string;
  readonly sourceId: string;
  readonly record: unknown;
}): ReadonlyMap<string, unknown> {
  const { externalIds = {}, ...members } = (record ?? {}) as Readonly<Record<string, unknown>>;
  const ids = Object.entries(externalIds as Readonly<Record<string, unknown>>).map(([site, id]) => ({ site, id }));
  const stated = Object.entries(members).filter(([name]) => !['type', 'source', 'sourceId'].includes(name));
  return new Map<string, unknown>([...stated, ['externalIds', [{ site: source, id: sourceId }, ...ids]]]);
}
