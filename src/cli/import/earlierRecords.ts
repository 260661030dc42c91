import { identitiesOf, identityKey } from '../../graph/import/identity.ts';
import type { AnimeRecord, CatalogRecord, EpisodeRecord } from '../../graph/import/record.ts';
import { validateRecord } from '../../graph/import/validateRecord.ts';

/** The records of a file that were sent before, found by what later ones can depend on. */
export class EarlierRecords {
  readonly #records: object[] = [];
  readonly #byMark = new Map<string, number[]>();

  add(records: readonly object[]): void {
    for (const value of records) {
      const validation = validateRecord(value);
      if (!validation.ok) continue;
      const index = this.#records.push(value) - 1;
      for (const mark of marksOf(validation.record)) {
        const indexes = this.#byMark.get(mark);
        if (indexes === undefined) this.#byMark.set(mark, [index]);
        else indexes.push(index);
      }
    }
  }

  /** Those that bear on the outcome of `records`, in the order in which they came: the same anime, parents, the same episode. */
  relatedTo(records: readonly object[]): object[] {
    const found = new Set<number>();
    const marks = new Set<string>();
    const pending: CatalogRecord[] = records.flatMap((value) => validRecord(value) ?? []);
    for (let record = pending.pop(); record !== undefined; record = pending.pop()) {
      for (const mark of dependenciesOf(record)) {
        if (marks.has(mark)) continue;
        marks.add(mark);
        for (const index of this.#byMark.get(mark) ?? []) {
          if (found.has(index)) continue;
          found.add(index);
          pending.push(...(validRecord(this.#records[index]) ?? []));
        }
      }
    }
    return [...found].sort((a, b) => a - b).flatMap((index) => this.#records[index] ?? []);
  }
}

function validRecord(value: unknown): CatalogRecord[] | null {
  const validation = validateRecord(value);
  return validation.ok ? [validation.record] : null;
}

/** By what a record is found again. */
function marksOf(record: CatalogRecord): string[] {
  return record.type === 'anime' ? animeMarks(record) : [episodeMark(record), ...slotMarks(record)];
}

/** What may decide a record's outcome: for an episode its parent too. */
function dependenciesOf(record: CatalogRecord): string[] {
  if (record.type === 'anime') return animeMarks(record);
  const parent = record.anime === undefined ? [] : [keyMark('anime', record.anime)];
  return [...marksOf(record), ...parent];
}

function animeMarks(record: AnimeRecord): string[] {
  return [keyMark('anime', record), ...identitiesOf(record).map((identity) => `id ${identityKey(identity)}`)];
}

function episodeMark(record: EpisodeRecord): string {
  return keyMark('episode', record);
}

/** Another source's episode of the same number is the same one. */
function slotMarks({ anime, number }: EpisodeRecord): string[] {
  return anime === undefined || number === undefined ? [] : [`${keyMark('slot', anime)} ${number}`];
}

function keyMark(kind: string, { source, sourceId }: { readonly source: string; readonly sourceId: string }): string {
  return `${kind} ${JSON.stringify([source, sourceId])}`;
}
