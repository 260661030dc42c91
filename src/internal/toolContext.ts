import type { GraphContext } from '../graph/schema/context.ts';

/** The graph's context, with the identifier that the logs know the request by. */
export interface ToolContext extends GraphContext {
  readonly requestId: string;
}
