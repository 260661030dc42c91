import { removeOldEvents } from '../graph/audit/recordEvent.ts';
import type { Service } from './service.ts';

const HOUR_MS = 3_600_000;

/** Removes audit events older than AUDIT_RETENTION_DAYS, at the start and every hour, with the role graph. */
export function startAuditRetention({
  configuration,
  ports,
  logger,
  closers,
}: Pick<Service, 'configuration' | 'ports' | 'logger' | 'closers'>): void {
  if (!configuration.roles.has('graph')) return;
  const remove = async (): Promise<void> => {
    try {
      const removed = await removeOldEvents(ports.database, configuration.callers.auditRetentionDays);
      if (removed > 0) logger.info({ removed }, 'old audit events were removed');
    } catch (error) {
      logger.warn({ err: error }, 'old audit events could not be removed');
    }
  };
  const timer = setInterval(() => void remove(), HOUR_MS).unref();
  const first = remove();
  closers.add(async () => {
    clearInterval(timer);
    await first;
  });
}
