import type { Command } from 'commander';
import { jsonOption } from './arguments.ts';
import { formatTable } from './terminal/formatTable.ts';
import { printJson, printNote, printText } from './terminal/output.ts';

/** The result of a command. */
export interface Answer {
  /** What `--json` prints. */
  readonly json: unknown;
  /** The same for people. */
  readonly text: string;
  /** A note for people, printed on standard error. */
  readonly note?: string;
}

/** Gives a command `--json` and an action that prints its answer. */
export function answering<Given extends readonly unknown[]>(
  command: Command,
  run: (...given: Given) => Promise<Answer>,
): Command {
  return command.addOption(jsonOption()).action(async (...given: Given) => {
    const { json, text, note } = await run(...given);
    if (command.opts().json) return printJson(json);
    await printText(text);
    if (note !== undefined) await printNote(note);
  });
}

/** The answer of a list command. @param columns headings, each with a function that renders an item's cell */
export function listAnswer<Item>(
  items: readonly Item[],
  columns: readonly (readonly [heading: string, cell: (item: Item) => string | null])[],
): Answer {
  const rows = items.map((item) => columns.map(([, cell]) => cell(item) ?? ''));
  const headings = columns.map(([heading]) => heading);
  return { json: { items }, text: formatTable(headings, rows) };
}
