/** Deeper than any library wraps; an error that causes itself ends here. */
const DEEPEST = 6;

type Layer = Readonly<Record<string, unknown>>;

/**
 * What was thrown and what lies below it, outermost first: `cause`, GraphQL's `originalError`, what Prisma keeps of its driver, and
 * each failure that an AggregateError holds. Nothing of what is no object.
 */
export function layersOf(thrown: unknown, depth = 0): Layer[] {
  if (typeof thrown !== 'object' || thrown === null || depth > DEEPEST) return [];
  const layer = thrown as Layer;
  const { cause, originalError, meta } = layer;
  const driver =
    typeof meta === 'object'
      ? (meta as { readonly driverAdapterError?: unknown } | null)?.driverAdapterError
      : undefined;
  const several = thrown instanceof AggregateError ? thrown.errors : [];
  return [layer, ...[cause, originalError, driver, ...several].flatMap((below) => layersOf(below, depth + 1))];
}
