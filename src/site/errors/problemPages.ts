import type { Page } from '../../rest/pages/page.ts';
import { type ProblemCode, problemCodes } from '../../rest/problem/problemCodes.ts';
import { webPage } from '../http/webPage.ts';
import type { Problem } from './problem.ts';
import { problemExamples } from './problemExamples.ts';

/**
 * The web pages behind the member `type` of problems, and their index.
 * @param hasHome whether `/` and `/docs` are served, to which they lead then
 */
export function problemPages(hasHome: boolean): readonly Page[] {
  const problems = (Object.keys(problemCodes) as ProblemCode[]).map((code) => describe(code, hasHome));
  return [
    webPage('/v1/problems', async () => {
      const { problemIndex } = await import('./problemIndex.tsx');
      return problemIndex(problems, hasHome);
    }),
    ...problems.map((problem) =>
      webPage(`/v1/problems/${problem.code}`, async () => {
        const { problemPage } = await import('./problemPage.tsx');
        return problemPage(problem);
      }),
    ),
  ];
}

type Help = Problem['help'][number];

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
  return { code, status, title, meaning, remedy, example, hasHome, help: helpFor(code, hasHome) };
}
