import type { Page } from '../../rest/pages/page.ts';
import { type ProblemCode, problemCodes } from '../../rest/problem/problemCodes.ts';
import { CodeBlock } from '../design/codeBlock.tsx';
import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { Table } from '../design/table.tsx';
import { webPage } from '../http/webPage.ts';
import { problemExamples } from './problemExamples.ts';

/**
 * The web pages behind the member `type` of problems, and their index.
 * @param hasHome whether `/` and `/docs` are served, to which they lead then
 */
export function problemPages(hasHome: boolean, publicUrl: string | null): readonly Page[] {
  const problems = (Object.keys(problemCodes) as ProblemCode[]).map((code) => describe(code, hasHome));
  return [
    webPage('/v1/problems', async () => problemIndex(problems, { hasHome, publicUrl })),
    ...problems.map((problem) =>
      webPage(`/v1/problems/${problem.code}`, async () => problemPage(problem, { hasHome, publicUrl })),
    ),
  ];
}

/** A kind of problem, as the interface defines it. */
interface Problem {
  /** The stable code, the last part of the page's path. */
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** What happened. */
  readonly meaning: string;
  /** What the caller can do. */
  readonly remedy: string;
  /** A request with this problem, and the answer as JSON text. */
  readonly example: { readonly request: string; readonly answer: string };
  /** Links to documents that help. */
  readonly help: readonly Help[];
}

interface Help {
  readonly label: string;
  readonly to: string;
}

const reference: Help = { label: 'API reference: every operation with its parameters', to: '/v1/reference' };

const documents: readonly (readonly [help: Help, codes: readonly ProblemCode[]])[] = [
  [
    { label: 'Credentials: keys, access tokens and scopes', to: '/docs/callers#credentials' },
    ['invalid_credentials', 'insufficient_scope'],
  ],
  [
    { label: 'Your account: make a key, or see its state and scopes', to: '/account' },
    ['invalid_credentials', 'insufficient_scope', 'quota_exceeded'],
  ],
  [{ label: 'People and machines', to: '/docs/callers#people-and-machines' }, ['human_user_required']],
  [
    { label: 'Applications and their owners', to: '/docs/callers#applications-and-their-owners' },
    ['not_owner', 'invalid_credentials'],
  ],
  [{ label: 'Quotas', to: '/docs/callers#quotas' }, ['quota_exceeded']],
  [{ label: 'Pages and cursors', to: '/docs/contract#page-envelope' }, ['invalid_cursor']],
  [{ label: 'Search', to: '/docs/search' }, ['search_unavailable']],
  [{ label: 'The dump', to: '/docs/dump' }, ['precondition_failed', 'range_not_satisfiable', 'position_gone']],
  [{ label: 'Keeping a mirror', to: '/docs/webhooks#keeping-a-mirror' }, ['position_gone']],
  [
    { label: 'Webhooks', to: '/docs/webhooks' },
    ['unsafe_webhook_url', 'precondition_required', 'conflict', 'invalid_body', 'human_user_required', 'not_owner'],
  ],
];

function helpFor(code: ProblemCode, hasHome: boolean): Help[] {
  const found = hasHome ? documents.filter(([, codes]) => codes.includes(code)).map(([help]) => help) : [];
  return [...found, reference];
}

function describe(code: ProblemCode, hasHome: boolean): Problem {
  const { status, title, meaning, remedy } = problemCodes[code];
  const { method = 'GET', target, headers = {}, detail, parameter, errors } = problemExamples[code];
  const request = [`${method} ${target}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(
    '\n',
  );
  const answer = {
    type: `/v1/problems/${code}`,
    ...{ title, status, code, detail },
    ...(parameter !== undefined && { parameter }),
    ...(errors !== undefined && { errors }),
  };
  const example = { request, answer: JSON.stringify(answer, null, 2) };
  return { code, status, title, meaning, remedy, example, help: helpFor(code, hasHome) };
}

interface Site {
  /** Whether `/` and `/docs` are served. */
  readonly hasHome: boolean;
  readonly publicUrl: string | null;
}

/** The list of all kinds of problems. */
function problemIndex(problems: readonly Problem[], site: Site): string {
  return publicPage({
    title: 'Problems',
    path: '/v1/problems',
    description: 'Every error code of the API: what it means and what to do.',
    ...site,
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

/** The page behind the member `type` of a problem. */
function problemPage({ code, status, title, meaning, remedy, example, help }: Problem, site: Site): string {
  return publicPage({
    title,
    path: `/v1/problems/${code}`,
    description: `${meaning} ${remedy}`,
    scripts: ['copy'],
    ...site,
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
