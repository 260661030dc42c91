import { LIFT, POINTS } from '../../src/search/plan/points.ts';

/** Less than any other points: a clause of such a rule marks nothing in the embedded index. */
const NOTHING = -10_000;

/** Has the plan do without a rule, to see what it is good for. @returns whether there is one of that name */
export function withoutRule(name: string): boolean {
  const rules = [POINTS, LIFT].find((points) => Object.hasOwn(points, name)) as Record<string, number> | undefined;
  if (rules === undefined) return false;
  rules[name] = rules === LIFT ? 0 : NOTHING;
  return true;
}
