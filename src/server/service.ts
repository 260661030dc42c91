import type { GraphQLSchema } from 'graphql';
import type { Configuration } from '../configuration/configuration.ts';
import type { GraphPorts } from '../graph/schema/context.ts';
import type { Logger, Logs } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Closers } from './closers.ts';
import type { HealthWatch } from './healthWatch.ts';
import type { Rest } from './loadRest.ts';
import type { Secrets } from './obtainSecrets.ts';
import type { Webhooks } from './openWebhooks.ts';
import type { RunningCallers } from './startCallers.ts';
import type { RunningSearch } from './startSearch.ts';

/** The shared state of one running service. */
export interface Service {
  readonly configuration: Configuration;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly requestLevel: Logs['requestLevel'];
  readonly metrics: Metrics;
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  /** Null without the role rest. */
  readonly rest: Rest;
  readonly callers: RunningCallers;
  readonly closers: Closers;
  /** Null where nothing is searched. */
  readonly search: RunningSearch | null;
  /** Null where neither webhooks are managed nor events delivered. */
  readonly webhooks: Webhooks | null;
  readonly health: HealthWatch;
  /** Where the public listener answers on its own machine; null while it is not open, and without the role rest. */
  publicUrl: string | null;
  /** `serving` once the listeners of its roles are open. */
  phase: 'starting' | 'serving' | 'stopping';
  /** When requests in flight are cut off, by `performance.now()`; set at the stop. */
  drainUntil: number;
}
