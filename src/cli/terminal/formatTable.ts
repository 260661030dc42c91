import stringWidth from 'string-width';
import { visibleLine } from '../../visibleText.ts';

/**
 * Rows of text as aligned columns under their headings, one line each, where Chinese and Japanese characters take two
 * columns of a terminal; the last column is not padded.
 */
export function formatTable(headings: readonly string[], values: readonly (readonly string[])[]): string {
  const rows = values.map((row) => row.map(visibleLine));
  const widths = headings.map((heading, column) =>
    Math.max(stringWidth(heading), ...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
  const padded = (cell: string, width: number) => cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : padded(cell, widths[column] ?? 0))).join('  ');
  return [line(headings), ...rows.map(line)].join('\n');
}

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
