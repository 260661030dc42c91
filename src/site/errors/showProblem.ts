import type { RestResponse } from '../../rest/http/requestFacts.ts';
import { sendContent } from '../../rest/http/sendContent.ts';
import type { ShowProblem } from '../../rest/problem/answerProblems.ts';
import { problemCodes } from '../../rest/problem/problemCodes.ts';
import type { ProblemError } from '../../rest/problem/problemError.ts';
import { setPagePolicy } from '../http/pagePolicy.ts';
import { prefersHtml } from '../http/prefersHtml.ts';

/**
 * Answers refused requests of browsers with a page, outside the interface.
 * @param hasHome whether `/` is served
 */
export function showProblem(hasHome: boolean): ShowProblem {
  return async (problem, response) => {
    const { req: request } = response;
    if (/^\/v1(?![^/?])/.test(request.originalUrl)) return false;
    response.vary('Accept');
    const { isPage, renderRefusal, requestId } = response.locals;
    if (!(isPage || ['GET', 'HEAD'].includes(request.method)) || !prefersHtml(request)) return false;
    const detail = problem.status < 500 ? problem.message : `${problem.message} Request ${requestId}.`;
    const html = await (renderRefusal?.(detail) ?? refusal(problem, response, hasHome));
    setPagePolicy(response);
    sendContent(response, problem.status, 'text/html; charset=utf-8', html);
    return true;
  };
}

async function refusal({ code, message }: ProblemError, response: RestResponse, hasHome: boolean): Promise<string> {
  const { refusalPage } = await import('./refusalPage.tsx');
  const { title, remedy } = problemCodes[code];
  const { requestId } = response.locals;
  return refusalPage({ code, title, detail: message, remedy, requestId, hasHome });
}
