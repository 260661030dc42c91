import { groupBy } from '../../reading/groupBy.ts';
import type { StoredMatches } from '../draft/selectRecords.ts';
import type { HeldOutcome } from '../outcome.ts';
import { overlay, sameRecord } from '../overlay.ts';
import { type CatalogRecord, recordKey } from '../record.ts';
import { type Members, membersOf, without, withoutReplaced } from './withholdReviewed.ts';

/** A record without its rejected values. */
export interface RejectedPart {
  readonly open: CatalogRecord;
  /** The outcome if nothing else in the record is new. */
  readonly held: HeldOutcome;
}

/** A rejected proposal and the values that it keeps out from now on. */
export interface ReducedRejection {
  readonly id: string;
  readonly holds: Members | null;
}

/**
 * The rejected values of a batch's keys. Each stays out until its source says another one, which is judged by the batch
 * as a whole: of several lines of a key the last counts. A record that was never published stays out as a whole.
 */
export class Rejections {
  readonly #ofKey: ReadonlyMap<
    string,
    readonly { readonly id: string; readonly before: Members; readonly left: Members }[]
  >;

  /**
   * @param whole all lines of each key laid over one another, by recordKey
   * @param isPublished whether a key has a published record
   */
  constructor(
    proposals: StoredMatches['proposals'],
    whole: ReadonlyMap<string, CatalogRecord>,
    isPublished: (record: CatalogRecord) => boolean,
  ) {
    const rejections = proposals.flatMap(({ id, status, holds, record }) => {
      const incoming = whole.get(recordKey(record));
      if (status !== 'rejected' || holds === null || incoming === undefined) return [];
      const isWhole = !isPublished(incoming);
      const { type, source, sourceId } = incoming;
      // What a line leaves out is as its source said before.
      const said = overlay({ type, source, sourceId, ...holds } as CatalogRecord, incoming);
      const left = isWhole && !sameRecord(holds, membersOf(said)) ? {} : withoutReplaced(holds, incoming);
      return [{ id, key: recordKey(record), before: holds, left }];
    });
    this.#ofKey = groupBy(rejections, ({ key }) => key);
  }

  /** Takes the rejected values out of a line; null where it has none. */
  withhold(incoming: CatalogRecord): RejectedPart | null {
    const members = Object.keys(membersOf(incoming));
    const holding = (this.#ofKey.get(recordKey(incoming)) ?? []).filter(({ left }) =>
      members.some((name) => name in left),
    );
    const last = holding.at(-1);
    if (last === undefined) return null;
    const fields = [...new Set(holding.flatMap(({ left }) => members.filter((name) => name in left)))];
    const reason = `a reviewer rejected ${fields.join(', ')}: they stay out until ${incoming.source} states another value (catalog review show ${last.id})`;
    return { open: without(incoming, fields), held: { kind: 'held', reason, proposalId: last.id } };
  }

  /**
   * Rejections that keep out less from now on.
   * @param validKeys (recordKey) of the batch's valid records
   */
  reduced(validKeys: ReadonlySet<string>): ReducedRejection[] {
    return [...this.#ofKey]
      .flatMap(([key, rejections]) => (validKeys.has(key) ? rejections : []))
      .filter(({ before, left }) => Object.keys(left).length < Object.keys(before).length)
      .map(({ id, left }) => ({ id, holds: Object.keys(left).length === 0 ? null : left }));
  }
}
