import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import { whileLocked } from '../../database/whileLocked.ts';
import { errorMessage } from '../../errors.ts';
import { type DueSchedule, dueSchedules, endRun, listSchedules } from '../../graph/import/schedules.ts';
import { shownUrl } from '../../graph/model/shownUrl.ts';
import type { GraphPorts } from '../../graph/schema/context.ts';
import type { ExemptTargets } from '../../graph/webhook/receiverUrl.ts';
import { LineLimit, ONE_OUTAGE } from '../../lineLimit.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { inProcessGraph } from '../client/inProcessGraph.ts';
import { importFrom, MOST_REFUSED } from '../import/importFrom.ts';
import { importSummaryLine } from '../import/summary.ts';

export interface Scheduling {
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly exempt: ExemptTargets;
  /** Ends an import after the batch in flight; it stays due. */
  readonly stop: AbortSignal;
  /** How long an import may take; default: six hours. */
  readonly longestMs?: number;
}

const POLL_MS = 5_000;
const LOCK_CHECK_MS = 1_000;
/** Metrics older than this are unknown. */
const STALE_MS = 60_000;
const PATIENCE_SECONDS = 300;
/** Ten million records take less; a longer import would block all other schedules. */
const LONGEST_MS = 6 * 3_600_000;
/** Of the one process that imports. */
const LOCK = { key: [0x73_63_68_64, 1], name: 'the lock of the schedules' } as const;

const NO_PROGRESS = { update: () => {}, end: () => {} };

/**
 * Runs the schedules that are due, one after the other, in one process of the installation.
 * @returns when it has ended
 */
export async function startSchedules({
  schema,
  ports,
  logger,
  metrics,
  exempt,
  stop,
  longestMs = LONGEST_MS,
}: Scheduling): Promise<void> {
  const { database, now } = ports;
  let known: { readonly schedules: Awaited<ReturnType<typeof listSchedules>>; readonly at: number } | undefined;
  metrics.meterImportSchedules(() =>
    known === undefined || performance.now() - known.at > STALE_MS ? undefined : known.schedules,
  );

  const poll = async (): Promise<void> => {
    const schedules = await listSchedules(database.client);
    known = { schedules, at: performance.now() };
    if (dueSchedules(schedules, now()).length === 0) return;
    await whileLocked(database, LOCK, async (isHeld) => {
      // The previous holder of the lock may have run it.
      const [due] = dueSchedules(await listSchedules(database.client), now());
      if (due === undefined) return;
      const lost = new AbortController();
      const watch = setInterval(() => isHeld() || lost.abort(), LOCK_CHECK_MS).unref();
      await run(due, AbortSignal.any([stop, lost.signal])).finally(() => clearInterval(watch));
    });
  };

  /** @param left the import ends after its batch and stays due: for the process that has the lock, or the next start */
  const run = async (schedule: DueSchedule, left: AbortSignal): Promise<void> => {
    const { name, url, format } = schedule;
    const log = logger.child({ schedule: name, url: shownUrl(url), format });
    const end = async (succeeded: boolean, outcome: string): Promise<void> => {
      if (succeeded) log.info({ outcome }, 'a scheduled import has ended');
      else log.warn({ outcome }, 'a scheduled import has failed');
      await endRun(database.client, schedule, { at: now(), outcome, succeeded });
    };
    const late = AbortSignal.timeout(longestMs);
    const tooLong = `it took longer than ${longestMs / 3_600_000} h and was ended; what it had imported by then stays`;
    try {
      const graph = inProcessGraph(schema, ports, { actor: `schedule ${name}`, logger: log });
      const { report, unchangedSince } = await importFrom(graph, url, {
        ...{ format, review: false, dryRun: false, again: false, patience: PATIENCE_SECONDS, maxRefused: MOST_REFUSED },
        ...{ exempt, stop: AbortSignal.any([left, late]), progress: () => NO_PROGRESS },
        note: (text) => log.warn(text),
      });
      const failure = report.stopped ? tooLong : report.failure?.message;
      if (failure !== undefined) {
        // A batch is not tried again by a process that leaves the import.
        if (!left.aborted) await end(false, failure);
      } else if (unchangedSince !== null) await end(true, `unchanged since the import of ${unchangedSince}`);
      else await end(true, importSummaryLine(report));
    } catch (error) {
      if (!left.aborted) await end(false, late.aborted ? tooLong : errorMessage(error));
    }
  };

  const failures = new LineLimit(ONE_OUTAGE);
  const tell = (error: unknown): void => {
    const omitted = failures.take();
    if (omitted === undefined) return;
    logger.warn({ err: error, ...(omitted > 0 && { omitted }) }, 'schedules could not be read or run now');
  };
  while (!stop.aborted) {
    await poll().catch(tell);
    await sleep(POLL_MS, undefined, { signal: stop, ref: false }).catch(() => {});
  }
}
