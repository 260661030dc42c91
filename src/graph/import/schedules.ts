import type { TransactionClient } from '../../database/database.ts';
import type { ImportSchedule as ScheduleRow } from '../../database/generated/client.ts';
import type { ImportSchedule, ScheduleImportInput } from '../generated/resolvers.ts';
import { CatalogError, invalidParameter, notFound } from '../model/errors.ts';
import { SOURCE_NAME } from '../model/limits.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../model/vocabulary.ts';
import { type ExemptTargets, readReceiverUrl } from '../webhook/receiverUrl.ts';

/** A dump is restored once, into an empty catalogue. */
const SCHEDULED_FORMATS: readonly string[] = IMPORT_FORMATS.filter((format) => format !== 'dump');
const EVERY_SECONDS = { shortest: 600, longest: 30 * 24 * 3600 } as const;
/** Each is a series of metrics. */
const MOST_SCHEDULES = 50;

/** The longest time from a failure to the next import. */
const LONGEST_PAUSE_SECONDS = 3600;
/** The longest time to the first import. */
const FIRST_SECONDS = 300;

/** Every schedule, by name. */
export async function listSchedules(client: TransactionClient): Promise<ImportSchedule[]> {
  return (await client.importSchedule.findMany({ orderBy: { name: 'asc' } })).map(scheduleOf);
}

/**
 * Stores a schedule that imports an address, in place of one with its name.
 * @throws CatalogError invalid_parameter; quota_exceeded for the 51st
 */
export async function putSchedule(
  client: TransactionClient,
  { name, url, format, everySeconds }: ScheduleImportInput,
  { now, exempt }: { readonly now: Date; readonly exempt: ExemptTargets },
): Promise<ImportSchedule> {
  if (!SOURCE_NAME.test(name)) {
    throw invalidParameter('name', 'must be up to 64 lower-case letters, digits, dots, hyphens and underscores.');
  }
  const target = readReceiverUrl(url, exempt, 'taken');
  if ('fault' in target) throw invalidParameter('url', target.fault);
  if (!SCHEDULED_FORMATS.includes(format)) {
    throw invalidParameter('format', `must be one of ${SCHEDULED_FORMATS.join(', ')}.`);
  }
  const { shortest, longest } = EVERY_SECONDS;
  if (everySeconds < shortest || everySeconds > longest) {
    throw invalidParameter('everySeconds', `must be from ${shortest} (ten minutes) to ${longest} (30 days).`);
  }
  if ((await client.importSchedule.count({ where: { name: { not: name } } })) >= MOST_SCHEDULES) {
    throw new CatalogError('quota_exceeded', `There are ${MOST_SCHEDULES} schedules already: remove one.`);
  }
  const dueAt = new Date(now.getTime() + Math.random() * FIRST_SECONDS * 1000);
  const state = { url: target.href, format, everySeconds, createdAt: now, dueAt };
  return scheduleOf(
    await client.importSchedule.upsert({
      where: { name },
      create: { name, ...state },
      update: { ...state, endedAt: null, succeededAt: null, outcome: null },
    }),
  );
}

/** @throws CatalogError not_found */
export async function makeDue(client: TransactionClient, name: string, now: Date): Promise<ImportSchedule> {
  await requireSchedule(client, name);
  return scheduleOf(await client.importSchedule.update({ where: { name }, data: { dueAt: now } }));
}

/** @throws CatalogError not_found */
export async function removeSchedule(client: TransactionClient, name: string): Promise<ImportSchedule> {
  const removed = await requireSchedule(client, name);
  await client.importSchedule.deleteMany({ where: { name } });
  return removed;
}

/** A schedule that is due. */
export interface DueSchedule {
  readonly name: string;
  readonly url: string;
  readonly format: ImportFormat;
  readonly createdAt: string;
}

/** The schedules that are due, the longest overdue first. */
export function dueSchedules(schedules: readonly ImportSchedule[], now: Date): DueSchedule[] {
  return schedules
    .filter(({ dueAt }) => Date.parse(dueAt) <= now.getTime())
    .sort((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt))
    .map(({ name, url, format, createdAt }) => ({ name, url, format: format as ImportFormat, createdAt }));
}

/**
 * Stores the outcome of an import and when the next is due: after the interval with a jitter of a tenth, so that many
 * installations do not ask one server at one moment; after a failure within an hour. A schedule that was changed or
 * removed during the import stays as it is.
 */
export async function endRun(
  client: TransactionClient,
  { name, createdAt }: DueSchedule,
  { at, outcome, succeeded }: { readonly at: Date; readonly outcome: string; readonly succeeded: boolean },
): Promise<void> {
  const row = await client.importSchedule.findUnique({ where: { name } });
  if (row === null || row.createdAt.toISOString() !== createdAt) return;
  const seconds = succeeded ? row.everySeconds : Math.min(row.everySeconds, LONGEST_PAUSE_SECONDS);
  const dueAt = new Date(at.getTime() + seconds * (0.95 + Math.random() * 0.1) * 1000);
  await client.importSchedule.updateMany({
    where: { name, createdAt: row.createdAt },
    data: {
      endedAt: at,
      dueAt,
      outcome: outcome.replaceAll('\0', '\ufffd').slice(0, 1000),
      ...(succeeded && { succeededAt: at }),
    },
  });
}

async function requireSchedule(client: TransactionClient, name: string): Promise<ImportSchedule> {
  const found = SOURCE_NAME.test(name) ? await client.importSchedule.findUnique({ where: { name } }) : null;
  if (found === null) throw notFound('schedule', name.toWellFormed().slice(0, 64), 'name');
  return scheduleOf(found);
}

function scheduleOf({ createdAt, dueAt, endedAt, succeededAt, ...row }: ScheduleRow): ImportSchedule {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    succeededAt: succeededAt?.toISOString() ?? null,
  };
}
