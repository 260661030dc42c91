import { repeat } from '../base/repeat.ts';
import { removeEndedInvitations } from '../graph/user/invitations.ts';
import { removeEndedSessions } from '../identity/portal/portalSessions.ts';
import { removeExpiredTokens } from '../identity/token/ownTokens.ts';
import { settleEndedWebhooks } from '../webhooks/dispatcher/endedWebhooks.ts';
import { retentionRules } from './retention/retentionRules.ts';
import { runRetention } from './retention/runRetention.ts';
import type { Service } from './service.ts';

const EVERY_MS = 10 * 60_000;
/** How long a stop waits for a running statement; any of them may be interrupted. */
const STOP_MS = 1_000;

type Parts = Pick<Service, 'configuration' | 'metrics' | 'logger' | 'closers'> & {
  readonly ports: Pick<Service['ports'], 'database'>;
};

/**
 * Removes expired data at the start and every ten minutes, with the role graph or webhooks: the history by its rules,
 * in one process at a time, what waits for ended webhooks, and ended sessions, tokens and invitations.
 */
export function startRetention({ configuration, ports: { database }, metrics, logger, closers }: Parts): void {
  const { ROLES } = configuration;
  if (!ROLES.has('graph') && !ROLES.has('webhooks')) return;
  const rules = retentionRules(configuration);

  const run = async (signal: AbortSignal): Promise<void> => {
    const sums = new Map<string, number>();
    const ran = await runRetention(
      database,
      rules,
      {
        removed({ name }, count) {
          sums.set(name, (sums.get(name) ?? 0) + count);
        },
        succeeded({ name }, oldest) {
          metrics.housekept(name);
          metrics.setOldest(name, oldest);
          const removed = sums.get(name);
          if (removed !== undefined) logger.info({ removed }, `old ${name} were removed`);
        },
        failed: ({ name }, error) => logger.warn({ err: error }, `old ${name} could not be removed`),
      },
      signal,
    );
    // The process that removed last reports the oldest rows.
    if (!ran) for (const { name } of rules) metrics.setOldest(name, null);
    await settleEndedWebhooks(database, metrics.webhooks.cancelled, signal);
    await removeEndedSessions(database);
    await removeExpiredTokens(database);
    await removeEndedInvitations(database);
    metrics.housekept('sessions');
  };

  const failed = (error: unknown) => logger.warn({ err: error }, 'what has ended could not be removed');
  closers.add(repeat(run, { everyMs: EVERY_MS, failed, stopMs: STOP_MS }));
}
