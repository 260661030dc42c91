import type { Problem } from '../../pages/problem/problem.ts';
import { type ProblemCode, problemCodes } from '../problem/problemCodes.ts';
import type { Page } from './page.ts';
import { problemExamples } from './problemExamples.ts';
import { webPage } from './webPage.ts';

/** The web pages behind the member `type` of problems, and their index. */
export function problemPages(): readonly Page[] {
  const problems = (Object.keys(problemCodes) as ProblemCode[]).map(describe);
  return [
    webPage('/v1/problems', async () => {
      const { problemIndex } = await import('../../pages/problem/problemIndex.tsx');
      return problemIndex(problems);
    }),
    ...problems.map((problem) =>
      webPage(`/v1/problems/${problem.code}`, async () => {
        const { problemPage } = await import('../../pages/problem/problemPage.tsx');
        return problemPage(problem);
      }),
    ),
  ];
}

const reference = { label: 'API reference: every operation with its parameters', to: '/v1/reference' };

function describe(code: ProblemCode): Problem {
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
  return { code, status, title, meaning, remedy, example, help: [reference] };
}
