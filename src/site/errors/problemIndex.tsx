import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { Table } from '../design/table.tsx';
import type { Problem } from './problem.ts';

/** The list of all kinds of problems. */
export function problemIndex(problems: readonly Problem[], hasHome: boolean): string {
  return publicPage({
    title: 'Problems',
    path: '/v1/problems',
    hasHome,
    children: (
      <>
        <h1>Problems</h1>
        <p>
          Every error is answered with Problem Details (
          <Link to="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</Link>
          ): <code>type</code> leads to one of these pages, <code>code</code> is stable, <code>detail</code> says what
          is wrong with the request and what would be right. Report an error together with its <code>requestId</code>.
        </p>
        <Table
          caption="Codes by HTTP status"
          columns={['Code', 'Status', 'Meaning']}
          rows={problems.map(({ code, status, title, meaning }) => ({
            key: code,
            cells: [
              <Link key={code} to={`/v1/problems/${code}`}>
                {title} <code>{code}</code>
              </Link>,
              status,
              meaning,
            ],
          }))}
        />
      </>
    ),
  });
}
