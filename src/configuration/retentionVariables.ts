import type { z } from 'zod';
import { retentionDays } from './variable.ts';

/** The days for which the history is kept, by kind; 0: forever. */
export interface RetentionConfiguration {
  /** Deliveries, after they ended. */
  readonly deliveries: number;
  readonly auditEvents: number;
  /** Events and their publications, at least. */
  readonly events: number;
}

/** The variables about retention. */
export const retentionVariables = {
  WEBHOOK_RETENTION_DAYS: retentionDays(1).default(30),
  // A trigger guards younger events.
  AUDIT_RETENTION_DAYS: retentionDays(30).default(365),
  EVENT_RETENTION_DAYS: retentionDays(1).default(0),
} as const;

export function retentionConfiguration(
  variables: z.output<z.ZodObject<typeof retentionVariables>>,
): RetentionConfiguration {
  return {
    deliveries: variables.WEBHOOK_RETENTION_DAYS,
    auditEvents: variables.AUDIT_RETENTION_DAYS,
    events: variables.EVENT_RETENTION_DAYS,
  };
}
