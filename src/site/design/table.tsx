import type { ComponentChildren, VNode } from 'preact';

interface TableProps {
  /** A name for the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** As many cells in each row as there are columns; the first names the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** Shown in place of a table without rows. */
  readonly none?: ComponentChildren;
}

/**
 * A table whose rows become cards on narrow screens. The roles are explicit, because some browsers drop them where
 * `display` changes.
 */
export function Table({ caption, columns, rows, none }: TableProps): VNode {
  if (none !== undefined && rows.length === 0) return <p>{none}</p>;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above.
    <table role="table">
      <caption>{caption}</caption>
      <thead>
        <tr role="row">
          {columns.map((column) => (
            <th role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr role="row">
            {cells.map((cell, at) => (
              <td role="cell" data-label={columns[at]}>
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
