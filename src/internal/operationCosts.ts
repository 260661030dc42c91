import { type DocumentNode, Kind, visit } from 'graphql';

/** Of one document; more sizes than these are worked out every time. */
const REMEMBERED_SIZES = 100;

interface KnownDocument {
  /** The variables that pages, bulk reads and conditions depend on. */
  readonly variables: readonly string[];
  readonly costs: Map<string, number>;
}

/** What operations cost, worked out once for a document and the sizes that its variables ask for. */
export class OperationCosts {
  readonly #documents = new WeakMap<DocumentNode, KnownDocument>();

  /** @param work works the cost out */
  of(
    document: DocumentNode,
    operationName: string | undefined,
    variables: Readonly<Record<string, unknown>>,
    work: () => number,
  ): number {
    const known = this.#documents.get(document) ?? { variables: sizingVariables(document), costs: new Map() };
    this.#documents.set(document, known);
    const key = JSON.stringify([operationName, ...known.variables.map((name) => sizeOf(variables[name]))]);
    const found = known.costs.get(key);
    if (found !== undefined) return found;
    const cost = work();
    if (known.costs.size < REMEMBERED_SIZES) known.costs.set(key, cost);
    return cost;
  }
}

/** A cost depends on how long a list is, not on what is in it. */
function sizeOf(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', value.length];
  return typeof value === 'number' || typeof value === 'boolean' ? value : typeof value;
}

/** Variables below the arguments `first` and `ids`, and below any argument of a directive. */
function sizingVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  const collect = (node: Parameters<typeof visit>[0]) =>
    visit(node, {
      enter: (inner) => {
        if (inner.kind === Kind.VARIABLE) names.add(inner.name.value);
      },
    });
  visit(document, {
    enter: (node) => {
      if (node.kind === Kind.DIRECTIVE) collect(node);
      else if (node.kind === Kind.ARGUMENT && ['first', 'ids'].includes(node.name.value)) collect(node);
    },
  });
  return [...names].sort();
}
