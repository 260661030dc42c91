import stringWidth from 'string-width';
import { visibleLine } from '../../base/visibleText.ts';

/**
 * Rows of text as aligned columns under their headings, one line each, where Chinese and Japanese characters take two
 * columns of a terminal; the last column is not padded.
 */
export function formatTable(
  headings: readonly string[],
  values: readonly (readonly string[])[],
  { heading: paintHeading, cell: paintCell }: TablePainter = PLAIN,
): string {
  const rows = values.map((row) => row.map(visibleLine));
  const widths = headings.map((heading, column) =>
    Math.max(stringWidth(heading), ...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  const padded = (cell: string, width: number) => cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));
  const line = (cells: readonly string[], paint: (cell: string, heading: string) => string): string =>
    cells
      .map((cell, column) => (column === cells.length - 1 ? cell : padded(cell, widths[column] ?? 0)))
      .map((cell, column) => paint(cell, headings[column] ?? ''))
      .join('  ');
  return [line(headings, paintHeading), ...rows.map((row) => line(row, paintCell))].join('\n');
}

/** How a terminal shows headings, and cells under them; the width stays. */
interface TablePainter {
  readonly heading: (text: string) => string;
  readonly cell: (text: string, heading: string) => string;
}

const PLAIN: TablePainter = { heading: (text) => text, cell: (text) => text };

/**
 * The text in at most so many columns of a terminal, where Chinese and Japanese
 * characters take two; what is cut ends with "…".
 */
export function fitText(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let fitting = '';
  let width = 0;
  for (const character of text) {
    width += stringWidth(character);
    if (width > columns - 1) break;
    fitting += character;
  }
  return `${fitting}…`;
}
