/** A node of a plan with what it did, as auto_explain logs it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement and its plan; those inside functions have their own. */
export interface LoggedPlan {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

/** What one node of a plan reads of a table or by an index. */
interface PlannedRead {
  /** Null where it reads the index alone. */
  readonly table: string | null;
  readonly index: string | null;
  readonly isWhole: boolean;
  /** Those that it returned and those that it threw away. */
  readonly rows: number;
  readonly loops: number;
  readonly buffers: number;
}

export function loggedPlans(log: string): LoggedPlan[] {
  return [...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(
    ([, json = '']) => JSON.parse(json.replaceAll(/^\t/gm, '')) as LoggedPlan,
  );
}

export function plannedReads(plan: PlanNode): PlannedRead[] {
  const inner = plan.Plans ?? [];
  const read = / Scan$/.test(plan['Node Type']) && (plan['Relation Name'] ?? plan['Index Name']) !== undefined;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own: PlannedRead = {
    table: plan['Relation Name'] ?? null,
    index: plan['Index Name'] ?? null,
    isWhole: plan['Node Type'] === 'Seq Scan',
    rows: (plan['Actual Rows'] + removed) * plan['Actual Loops'],
    loops: plan['Actual Loops'],
    buffers: inner.reduce((rest, node) => rest - buffersOf(node), buffersOf(plan)),
  };
  return [...(read ? [own] : []), ...inner.flatMap(plannedReads)];
}

/** With those of the nodes within. */
function buffersOf(node: PlanNode): number {
  return node['Shared Hit Blocks'] + node['Shared Read Blocks'];
}
