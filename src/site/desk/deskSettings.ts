import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Desk } from '../../graph/caller/desk.ts';
import type { GraphPorts } from '../../graph/schema/context.ts';

/** What the desk is served with. */
export interface DeskSettings {
  readonly desk: Desk;
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logger: Logger;
  /** The origin of the internal listener, as browsers reach it; null: that of each request. */
  readonly url: string | null;
  /** The roles of this process. */
  readonly roles: readonly string[];
}
