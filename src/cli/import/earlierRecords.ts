import { identitiesOf, identityKey } from '../../graph/import/identity.ts';
import { type CatalogRecord, keyOf, type RecordKey, recordKey } from '../../graph/import/record.ts';
import { validateRecord } from '../../graph/import/validateRecord.ts';
import { IDENTIFYING_SITES } from '../../graph/model/vocabulary.ts';

/** The records of a file that were sent before, indexed by what later ones can depend on. */
export class EarlierRecords {
  readonly #records: object[] = [];
  readonly #byMark = new Map<string, number[]>();
  /** Keys and ids that records name as one anime's: each leads to all of them. */
  readonly #anime = new Map<string, Set<string>>();

  add(records: readonly object[]): void {
    for (const value of records) {
      const record = validRecord(value);
      if (record === null) continue;
      this.#join(record);
      const index = this.#records.push(value) - 1;
      for (const mark of marksOf(record)) {
        const indexes = this.#byMark.get(mark);
        if (indexes === undefined) this.#byMark.set(mark, [index]);
        else indexes.push(index);
      }
    }
  }

  /**
   * The earlier records that affect the outcome of `records`, in their order: of the same anime under any of its keys
   * and ids, of an episode's parent, and of that episode by key or number, whatever the source.
   */
  relatedTo(records: readonly object[]): object[] {
    const pending = records.flatMap((value) => validRecord(value) ?? []);
    for (const record of pending) this.#join(record);
    const found = new Set<number>();
    const marks = new Set<string>();
    for (let record = pending.pop(); record !== undefined; record = pending.pop()) {
      for (const mark of this.#dependenciesOf(record)) {
        if (marks.has(mark)) continue;
        marks.add(mark);
        for (const index of this.#byMark.get(mark) ?? []) {
          if (found.has(index)) continue;
          found.add(index);
          const earlier = validRecord(this.#records[index]);
          if (earlier !== null) pending.push(earlier);
        }
      }
    }
    return [...found].sort((a, b) => a - b).flatMap((index) => this.#records[index] ?? []);
  }

  #join(record: CatalogRecord): void {
    const marks = animeMarks(record);
    const known = [...new Set(marks.flatMap((mark) => this.#anime.get(mark) ?? []))].sort((a, b) => b.size - a.size);
    const [all = new Set<string>(), ...others] = known;
    for (const mark of [...marks, ...others.flatMap((other) => [...other])]) {
      all.add(mark);
      this.#anime.set(mark, all);
    }
  }

  #dependenciesOf(record: CatalogRecord): string[] {
    const anime = [...new Set(animeMarks(record).flatMap((mark) => [...(this.#anime.get(mark) ?? [])]))];
    if (record.type === 'anime') return anime;
    return [recordKey(record), ...anime, ...slotMarks(anime, record.number)];
  }
}

function validRecord(value: unknown): CatalogRecord | null {
  const validation = validateRecord(value);
  return validation.ok ? validation.record : null;
}

/** The keys by which a record is found again. */
function marksOf(record: CatalogRecord): string[] {
  if (record.type === 'anime') return animeMarks(record);
  return [recordKey(record), ...slotMarks(animeMarks(record), record.number)];
}

/** The keys and ids by which a record names its anime, or its parent. */
function animeMarks(record: CatalogRecord): string[] {
  if (record.type === 'anime') return [keyMark(record), ...identitiesOf(record).map((id) => `id ${identityKey(id)}`)];
  const { anime } = record;
  if (anime === undefined) return [];
  const { source, sourceId } = anime;
  return IDENTIFYING_SITES.has(source)
    ? [keyMark(anime), `id ${identityKey({ site: source, id: sourceId })}`]
    : [keyMark(anime)];
}

function keyMark(key: RecordKey): string {
  return `anime ${keyOf(key)}`;
}

function slotMarks(anime: readonly string[], number: number | undefined): string[] {
  return number === undefined ? [] : anime.map((mark) => `slot ${mark} ${number}`);
}
