import { describeAnswers } from './conformance/describeAnswers.ts';
import { describeFilters } from './conformance/describeFilters.ts';
import { describeOddInputs } from './conformance/describeOddInputs.ts';
import { describePaging } from './conformance/describePaging.ts';
import { describeRebuild } from './conformance/describeRebuild.ts';
import { describeVersions } from './conformance/describeVersions.ts';
import type { OpenIndex } from './conformance/openIndex.ts';

/**
 * What every adapter of the search port does. `open` gives an index of its own, nothing published; the suite closes it.
 * @param runs how many random searches are held against the reference in continuous integration
 */
export function describeConformance(open: OpenIndex, runs: number): void {
  describeAnswers(open, runs);
  describePaging(open);
  describeFilters(open);
  describeOddInputs(open);
  describeVersions(open);
  describeRebuild(open);
}
