import type { Source } from '../../../database/generated/client.ts';
import { NAMES_SOURCE, REVIEW_SOURCE, type RecordKey } from '../record.ts';

/**
 * The sources of the catalogue by name: their priority (lower outranks higher) and whether they publish without a
 * reviewer.
 */
export class SourcePriorities extends Map<string, Pick<Source, 'name' | 'approved' | 'priority'>> {
  /**
   * Sorts by descending priority, reviewers first and further names last; within a source by id, so that the order of
   * arrival never matters.
   */
  sort<T>(items: readonly T[], recordOf: (item: T) => RecordKey): T[] {
    const rank = ({ source }: RecordKey) => {
      if (source === REVIEW_SOURCE) return -1;
      const { priority } = (source === NAMES_SOURCE ? undefined : this.get(source)) ?? {};
      return priority ?? Number.MAX_SAFE_INTEGER;
    };
    return [...items].sort((a, b) => {
      const [left, right] = [recordOf(a), recordOf(b)];
      return rank(left) - rank(right) || (left.sourceId < right.sourceId ? -1 : left.sourceId > right.sourceId ? 1 : 0);
    });
  }
}
