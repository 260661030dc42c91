import { visibleLine } from '../../visibleText.ts';

/** Rows of text as aligned columns under their headings, one line each; the last column is not padded. */
export function formatTable(headings: readonly string[], values: readonly (readonly string[])[]): string {
  const rows = values.map((row) => row.map(visibleLine));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  return [line(headings), ...rows.map(line)].join('\n');
}
