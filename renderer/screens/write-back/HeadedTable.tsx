import type { ReactNode } from 'react';

interface HeadedTableProps {
  readonly headings: readonly string[];
  /** The rows. */
  readonly children: ReactNode;
}

export function HeadedTable({ headings, children }: HeadedTableProps) {
  return (
    <table className="write-back-table">
      <thead>
        <tr>
          {headings.map((heading) => (
            <th scope="col" key={heading}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
