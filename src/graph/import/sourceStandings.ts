import type { SourceStanding } from './drafts.ts';
import { REVIEW_SOURCE, type RecordKey } from './record.ts';

/** The sources of the catalogue by name: how much each is believed, and whether it publishes by itself. */
export class SourceStandings extends Map<string, SourceStanding> {
  /** Most believed first, reviewers before all; within a source by its ids, so that the order of arrival never matters. */
  inOrderOfBelief<T>(items: readonly T[], recordOf: (item: T) => RecordKey): T[] {
    const rank = ({ source }: RecordKey) =>
      source === REVIEW_SOURCE ? -1 : (this.get(source)?.priority ?? Number.MAX_SAFE_INTEGER);
    return [...items].sort((a, b) => {
      const [left, right] = [recordOf(a), recordOf(b)];
      return rank(left) - rank(right) || (left.sourceId < right.sourceId ? -1 : left.sourceId > right.sourceId ? 1 : 0);
    });
  }
}
