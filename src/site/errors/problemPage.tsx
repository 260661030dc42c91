import { CodeBlock } from '../design/codeBlock.tsx';
import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';
import type { Problem } from './problem.ts';

/** The page behind the member `type` of a problem. */
export function problemPage({ code, status, title, meaning, remedy, example, help, hasHome }: Problem): string {
  return publicPage({
    title,
    path: `/v1/problems/${code}`,
    hasHome,
    children: (
      <>
        <h1>{title}</h1>
        <p>
          Code <code>{code}</code>, HTTP status {status}.
        </p>
        <p>{meaning}</p>
        <h2>What to do</h2>
        <p>{remedy}</p>
        <h2>Example</h2>
        <CodeBlock text={example.request} label="The request" />
        <CodeBlock text={example.answer} label="The answer" />
        <h2>See also</h2>
        <ul>
          {help.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          <li>
            <Link to="/v1/problems">All problems</Link>
          </li>
        </ul>
      </>
    ),
  });
}
