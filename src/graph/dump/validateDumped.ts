import { identityKey } from '../import/identity.ts';
import { type RejectedOutcome, rejected } from '../import/outcome.ts';
import { firstFault } from '../import/validateRecord.ts';
import { nameKey } from '../model/nameKey.ts';
import { type DumpedRecord, dumpedSchemas } from './dumpRecord.ts';

export type DumpedValidation =
  | { readonly ok: true; readonly record: DumpedRecord; readonly ignoredMembers: number }
  | { readonly ok: false; readonly rejection: RejectedOutcome };

/** Reads one line of a dump after its first. Unknown members are dropped and counted. */
export function validateDumped(value: unknown): DumpedValidation {
  const { type } = Object(value) as { type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(dumpedSchemas, type)) {
    return refuse('/type', 'type must be "genre", "studio", "anime" or "episode"');
  }
  const schema = dumpedSchemas[type as DumpedRecord['type']];
  const result = schema.safeParse(value);
  if (!result.success) {
    const { name, message, pointer } = firstFault(result.error);
    return refuse(pointer, `${name ?? 'the record'} ${message}`);
  }
  const record = result.data;
  const fault = contradictionIn(record);
  if (fault !== null) return { ok: false, rejection: fault };
  const unknown = Object.keys(Object(value)).filter((member) => !(member in schema.shape));
  return { ok: true, record, ignoredMembers: unknown.length };
}

function refuse(pointer: string | null, reason: string): DumpedValidation {
  return { ok: false, rejection: rejected(pointer, reason) };
}

function contradictionIn(record: DumpedRecord): RejectedOutcome | null {
  if (record.type === 'episode') {
    const isReleased = record.status === 'released';
    if (isReleased === ((record.releasedAt ?? null) !== null)) return null;
    return rejected('/releasedAt', 'releasedAt must stand with the status released, and with no other');
  }
  if (record.type !== 'anime') return null;
  const lists = {
    genres: record.genres?.map(nameKey),
    studios: record.studios?.map(nameKey),
    externalIds: record.externalIds.map(identityKey),
    mergedIds: record.mergedIds,
    relations: record.relations.map(({ anime }) => anime.sourceId),
  };
  const twice = Object.entries(lists).find(([, keys = []]) => new Set(keys).size < keys.length);
  return twice === undefined ? null : rejected(`/${twice[0]}`, `${twice[0]} must name each of them once`);
}
