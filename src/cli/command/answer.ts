import { formatTable } from '../terminal/formatTable.ts';
import { paintHeading, paintState } from '../terminal/paint.ts';

/** The result of a command. */
export interface Answer {
  /** The output with `--json`. */
  readonly json: unknown;
  /** The output for people. */
  readonly text: string;
  /** The text with colours, where standard output shows them; its values are escaped already. */
  readonly painted?: string;
  /** A note for people, printed on standard error. */
  readonly note?: string;
}

/** A column of a table: its heading, and what it says of an item. */
export type Column<Item> = readonly [heading: string, cell: (item: Item) => string | null];

/** The answer of a list command. */
export function listAnswer<Item>(items: readonly Item[], columns: readonly Column<Item>[]): Answer {
  const rows = items.map((item) => columns.map(([, cell]) => cell(item) ?? ''));
  const headings = columns.map(([heading]) => heading);
  return { json: { items }, ...tableAnswer(headings, rows) };
}

/** A table as the text of an answer: headings and the states under STATUS have colours. */
export function tableAnswer(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): Pick<Answer, 'text' | 'painted'> {
  const cell = (text: string, heading: string) => (STATES.includes(heading) ? paintState(text) : text);
  return { text: formatTable(headings, rows), painted: formatTable(headings, rows, { heading: paintHeading, cell }) };
}

const STATES = ['STATUS', 'STATE'];
