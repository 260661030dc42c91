import type { Page } from '../../rest/pages/page.ts';
import { type ProblemCode, problemCodes } from '../../rest/problem/problemCodes.ts';
import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { Table } from '../design/table.tsx';
import { webPage } from '../http/pages.ts';

interface Site {
  /** Whether `/` and `/docs` are served. */
  readonly hasHome: boolean;
  readonly publicUrl: string | null;
}

/** The web pages behind the member `type` of problems, and their index. */
export function problemPages(site: Site): readonly Page[] {
  const codes = Object.keys(problemCodes) as ProblemCode[];
  return [
    webPage('/v1/problems', async () => problemIndex(codes, site)),
    ...codes.map((code) => webPage(`/v1/problems/${code}`, async () => problemPage(code, site))),
  ];
}

/** A link to a document that helps. */
type Help = Readonly<Record<'label' | 'to', string>>;

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

/** The list of all kinds of problems. */
function problemIndex(codes: readonly ProblemCode[], site: Site): string {
  return publicPage({
    title: 'Problems',
    path: '/v1/problems',
    description: 'Every error code of the API: what it means and what to do.',
    ...site,
    children: (
      <>
        <p>
          Every error is answered with Problem Details (
          <Link to="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</Link>
          ): <code>type</code> is the address of one of these pages, <code>code</code> is stable, <code>detail</code>{' '}
          says what is wrong with the request and how to correct it. Report an error with its <code>requestId</code>.
        </p>
        <Table
          caption="Codes by HTTP status"
          columns={['Code', 'Status', 'Meaning']}
          rows={codes.map((code) => [
            <Link to={`/v1/problems/${code}`}>
              {problemCodes[code].title} <code>{code}</code>
            </Link>,
            problemCodes[code].status,
            problemCodes[code].meaning,
          ])}
        />
      </>
    ),
  });
}

/** The page behind the member `type` of a problem. */
function problemPage(code: ProblemCode, site: Site): string {
  const { status, title, meaning, remedy } = problemCodes[code];
  const help = site.hasHome ? documents.filter(([, codes]) => codes.includes(code)).map(([each]) => each) : [];
  return publicPage({
    title,
    path: `/v1/problems/${code}`,
    description: `${meaning} ${remedy}`,
    ...site,
    children: (
      <>
        <p>
          Code <code>{code}</code>, HTTP status {status}.
        </p>
        <p>{meaning}</p>
        <h2>What to do</h2>
        <p>{remedy}</p>
        <h2>See also</h2>
        <ul>
          {[...help, reference, { label: 'All problems', to: '/v1/problems' }].map(({ label, to }) => (
            <li>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </>
    ),
  });
}
