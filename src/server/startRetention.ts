import { setTimeout as sleep } from 'node:timers/promises';
import { removeEndedInvitations } from '../graph/user/invitations.ts';
import { removeEndedSessions } from '../identity/portal/portalSessions.ts';
import { removeExpiredTokens } from '../identity/token/ownTokens.ts';
import { before } from '../webhooks/dispatcher/before.ts';
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
 * in one process at a time, and ended sessions, tokens and invitations.
 */
export function startRetention({ configuration, ports: { database }, metrics, logger, closers }: Parts): void {
  const { ROLES } = configuration;
  if (!ROLES.has('graph') && !ROLES.has('webhooks')) return;
  const rules = retentionRules(configuration);
  const stopping = new AbortController();

  const run = async (): Promise<void> => {
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
      stopping.signal,
    );
    // The process that removed last reports the oldest rows.
    if (!ran) for (const { name } of rules) metrics.setOldest(name, null);
    await removeEndedSessions(database);
    await removeExpiredTokens(database);
    await removeEndedInvitations(database);
    metrics.housekept('sessions');
  };

  const repeat = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await run().catch((error: unknown) => {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'what has ended could not be removed');
      });
      await sleep(EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = repeat();
  closers.add(async () => {
    stopping.abort();
    await before(performance.now() + STOP_MS, running);
  });
}
