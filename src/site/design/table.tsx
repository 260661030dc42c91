import type { ComponentChildren, VNode } from 'preact';

interface TableProps {
  /** A name for the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** As many cells in each row as there are columns; the first names the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
}

/**
 * A table whose rows become cards on narrow screens. The roles are explicit, because some browsers drop them where
 * `display` changes.
 */
export function Table({ caption, columns, rows }: TableProps): VNode {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above.
    <table role="table">
      <caption>{caption}</caption>
      <thead>
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key} role="row">
            {cells.map((cell, index) => (
              <td key={columns[index]} role="cell" data-label={columns[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  );
}
