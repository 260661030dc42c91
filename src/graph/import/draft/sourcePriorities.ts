import type { Source } from '../../../database/generated/client.ts';
import { REVIEW_SOURCE, type RecordKey } from '../record.ts';

/**
 * The sources of the catalogue by name: their priority (lower outranks higher) and whether they publish without a
 * reviewer.
 */
export class SourcePriorities extends Map<string, Pick<Source, 'name' | 'approved' | 'priority'>> {
  /**
   * Sorts by descending priority, reviewers first; within a source by id, so that the order of arrival never matters.
   */
  sort<T>(items: readonly T[], recordOf: (item: T) => RecordKey): T[] {
    const rank = ({ source }: RecordKey) =>
      source === REVIEW_SOURCE ? -1 : (this.get(source)?.priority ?? Number.MAX_SAFE_INTEGER);
    return [...items].sort((a, b) => {
      const [left, right] = [recordOf(a), recordOf(b)];
      return rank(left) - rank(right) || (left.sourceId < right.sourceId ? -1 : left.sourceId > right.sourceId ? 1 : 0);
    });
  }
}
