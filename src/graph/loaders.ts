import type { GraphPorts } from './context.ts';

/** The DataLoaders of one request, one a relation. */
export type Loaders = Readonly<Record<never, never>>;

/** Fresh loaders: what they remember is as old as the request. */
export function createLoaders(_ports: Pick<GraphPorts, 'database' | 'documents'>): Loaders {
  return {};
}
