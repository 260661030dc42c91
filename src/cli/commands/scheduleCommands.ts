import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { IMPORT_FORMATS } from '../../graph/model/vocabulary.ts';
import { graphql } from '../../graph/schema/operation.ts';
import { answering } from '../answer.ts';
import { ask } from '../client/graphClient.ts';
import { CommandFailure } from '../failures.ts';

const scheduleImport = graphql(`
  mutation ScheduleImport($input: ScheduleImportInput!) {
    scheduleImport(input: $input) { schedule { name url format everySeconds dueAt } }
  }
`);

const runSchedule = graphql(`
  mutation RunImportSchedule($input: ImportScheduleInput!) {
    runImportSchedule(input: $input) { schedule { endedAt } }
  }
`);

const removeSchedule = graphql(`
  mutation RemoveImportSchedule($input: ImportScheduleInput!) {
    removeImportSchedule(input: $input) { schedule { name url } }
  }
`);

const readSchedules = graphql(`
  query ReadImportSchedules { importSchedules { name endedAt succeededAt outcome dueAt } }
`);

const POLL_MS = 500;
const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };

/** `catalog sources schedule|run|remove` */
export function scheduleCommands(): Command[] {
  const schedule = new Command('schedule')
    .description('Import an https address again and again')
    .argument('<name>', 'a name for the schedule, such as the source')
    .argument('<url>', 'the address')
    .addOption(
      new Option('--every <time>', 'minutes, hours or days from one import to the next: 30m, 24h, 7d')
        .argParser(everyArgument)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--format <name>', 'the format of the file')
        .choices(IMPORT_FORMATS.filter((format) => format !== 'dump'))
        .default('catalog'),
    );
  return [
    answering(schedule, async (name: string, url: string, { every, format }: { every: number; format: string }) => {
      const input = { name, url, format, everySeconds: every };
      const { schedule } = (await ask(scheduleImport, { input })).scheduleImport;
      return { json: schedule, text: `${schedule.name} is imported for the first time at ${schedule.dueAt}.` };
    }),
    answering(
      named('run', 'Run a schedule now, in the service, and wait for its end'),
      async (name: string) => await runNow(name),
    ),
    answering(named('remove', 'Remove a schedule; what it imported stays'), async (name: string) => {
      const { schedule } = (await ask(removeSchedule, { input: { name } })).removeImportSchedule;
      return { json: schedule, text: `${schedule.url} is not imported any more.` };
    }),
  ];
}

function named(command: string, description: string): Command {
  return new Command(command).description(description).argument('<name>', 'the name of the schedule');
}

async function runNow(name: string) {
  const { endedAt: before } = (await ask(runSchedule, { input: { name } })).runImportSchedule.schedule;
  for (;;) {
    await sleep(POLL_MS);
    const schedule = (await ask(readSchedules, {})).importSchedules.find((it) => it.name === name);
    if (schedule === undefined) throw new CommandFailure('not_found', `the schedule ${name} was removed`);
    if (schedule.endedAt === before) continue;
    const outcome = schedule.outcome ?? '';
    if (schedule.succeededAt !== schedule.endedAt) throw new CommandFailure('import_failed', `${name}: ${outcome}`);
    return { json: schedule, text: `${name}: ${outcome}` };
  }
}

function everyArgument(value: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(value) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (seconds >= 600 && seconds <= 30 * 86_400) return seconds;
  throw new InvalidArgumentError('It must be a time from 10m to 30d, such as 24h.');
}
