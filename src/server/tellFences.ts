import { LineLimit, ONE_OUTAGE } from '../lineLimit.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { StoreMetrics } from '../telemetry/storeMetrics.ts';

/**
 * The same metrics, and a line in the log where the database ended what a paused process held.
 * @param noted is told each error, too
 */
export function tellFences(metrics: StoreMetrics, logger: Logger, noted: (errorClass: string) => void): StoreMetrics {
  const limit = new LineLimit(ONE_OUTAGE);
  return {
    ...metrics,
    databaseFailed(errorClass) {
      metrics.databaseFailed(errorClass);
      noted(errorClass);
      if (errorClass !== 'fenced' || limit.take() === undefined) return;
      logger.warn(
        'fenced: this process was silent in a transaction or with a lock, so the database ended it and others went on',
      );
    },
  };
}
