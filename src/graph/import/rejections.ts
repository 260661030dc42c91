import { type Members, membersOf, without, withoutTakenBack } from './holdBack.ts';
import type { HeldOutcome } from './outcome.ts';
import type { CatalogRecord } from './record.ts';
import { recordKey } from './recordKey.ts';
import { sameRecord } from './sameRecord.ts';
import type { StoredMatches } from './statements/selectRecords.ts';

/** What a rejection keeps out of one line. */
export interface Withheld {
  readonly proposalId: string;
  /** The members, as records name them. */
  readonly fields: readonly string[];
}

/** The outcome of a line that says nothing new but what was rejected; null where nothing was. */
export function heldByRejection({ source }: CatalogRecord, withheld: Withheld | null): HeldOutcome | null {
  if (withheld === null) return null;
  const { proposalId, fields } = withheld;
  const reason = `a reviewer rejected ${fields.join(', ')}: that stays out until ${source} says another value (catalog review show ${proposalId})`;
  return { kind: 'held', reason, proposalId };
}

interface Rejection {
  readonly id: string;
  /** Before the batch. */
  readonly holds: Members;
  /** After it: null when nothing is left. */
  readonly left: Members | null;
}

/** A rejected proposal and what it holds from now on. */
export interface EasedRejection {
  readonly id: string;
  readonly holds: Members | null;
}

/**
 * The values of a batch's keys that reviewers rejected. Each stays out until its source says another one, which the batch as a whole
 * does or does not: of several lines of a key the last word counts. A record that was never published stays out as a whole.
 */
export class Rejections {
  readonly #ofKey = new Map<string, Rejection[]>();

  /**
   * @param whole what each key says in the batch as a whole, by recordKey
   * @param isKnown whether a key has a published record
   */
  constructor(
    proposals: StoredMatches['proposals'],
    whole: ReadonlyMap<string, CatalogRecord>,
    isKnown: (said: CatalogRecord) => boolean,
  ) {
    for (const proposal of proposals) {
      const said = whole.get(recordKey(proposal));
      if (proposal.status !== 'rejected' || proposal.holds === null || said === undefined) continue;
      const { id, holds } = proposal;
      const known = isKnown(said);
      const same = known ? withoutTakenBack(holds, said) : sameRecord(holds, membersOf(said)) ? holds : {};
      const rejection = { id, holds, left: Object.keys(same).length === 0 ? null : same };
      const key = recordKey(proposal);
      this.#ofKey.set(key, [...(this.#ofKey.get(key) ?? []), rejection]);
    }
  }

  /** The line without what stays out, and why that does; null where nothing of it is held back. */
  withhold(said: CatalogRecord): { readonly open: CatalogRecord; readonly withheld: Withheld } | null {
    const holding = (this.#ofKey.get(recordKey(said)) ?? []).flatMap(({ id, left }) => {
      const fields = Object.keys(membersOf(said)).filter((name) => left !== null && name in left);
      return left === null || fields.length === 0 ? [] : [{ id, fields, left }];
    });
    const last = holding.at(-1);
    if (last === undefined) return null;
    const all = Object.assign({}, ...holding.map(({ left }) => left)) as Members;
    const fields = [...new Set(holding.flatMap((it) => it.fields))];
    return { open: without(said, all), withheld: { proposalId: last.id, fields } };
  }

  /** Rejections that hold less from now on, of the keys (recordKey) that the batch was heard of. */
  eased(heard: ReadonlySet<string>): EasedRejection[] {
    return [...this.#ofKey].flatMap(([key, rejections]) =>
      heard.has(key)
        ? rejections
            .filter(({ holds, left }) => left === null || Object.keys(left).length < Object.keys(holds).length)
            .map(({ id, left }) => ({ id, holds: left }))
        : [],
    );
  }
}
