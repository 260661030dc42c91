import { removeOldEvents } from '../graph/audit/recordEvent.ts';
import { removeEndedInvitations } from '../graph/user/invitations.ts';
import { removeEndedSessions } from '../identity/portal/portalSessions.ts';
import type { Service } from './service.ts';

const HOUR_MS = 3_600_000;

/**
 * Removes audit events older than AUDIT_RETENTION_DAYS, and sessions of the account and invitations that have ended, at
 * the start and every hour, with the role graph.
 */
export function startRetention({
  configuration,
  ports,
  metrics,
  logger,
  closers,
}: Pick<Service, 'configuration' | 'ports' | 'metrics' | 'logger' | 'closers'>): void {
  if (!configuration.roles.has('graph')) return;
  const remove = async (): Promise<void> => {
    try {
      const removed = await removeOldEvents(ports.database, configuration.callers.auditRetentionDays);
      if (removed > 0) logger.info({ removed }, 'old audit events were removed');
      await removeEndedSessions(ports.database);
      await removeEndedInvitations(ports.database);
      metrics.housekept('retention');
    } catch (error) {
      logger.warn({ err: error }, 'what has ended could not be removed');
    }
  };
  const timer = setInterval(() => void remove(), HOUR_MS).unref();
  const first = remove();
  closers.add(async () => {
    clearInterval(timer);
    await first;
  });
}
