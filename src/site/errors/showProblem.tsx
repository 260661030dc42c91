import { sendContent } from '../../rest/http/sendContent.ts';
import type { ShowProblem } from '../../rest/problem/answerProblems.ts';
import { problemCodes } from '../../rest/problem/problemCodes.ts';
import type { ProblemError } from '../../rest/problem/problemError.ts';
import { Link } from '../design/link.tsx';
import { publicPage } from '../design/publicPage.tsx';
import { SearchForm } from '../design/searchForm.tsx';
import { prefersHtml, setPagePolicy } from '../http/pages.ts';

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
    const html = (await renderRefusal?.(detail)) ?? refusalPage(problem, requestId, hasHome);
    if (renderRefusal != null) {
      response.setHeader('Cache-Control', 'private, no-cache');
      response.vary('Cookie');
    }
    setPagePolicy(response);
    sendContent(response, problem.status, 'text/html; charset=utf-8', html);
    return true;
  };
}

/** The page for a refused request, such as one to an unknown path. */
function refusalPage({ code, message }: ProblemError, requestId: string, hasHome: boolean): string {
  const { title, remedy } = problemCodes[code];
  return publicPage({
    title,
    path: '',
    hasHome,
    isListed: false,
    children: (
      <>
        <p>{message}</p>
        <p>{remedy}</p>
        {code === 'not_found' && hasHome && (
          <>
            <SearchForm />
            <p>
              <Link to="/">Home</Link>, <Link to="/explore">explorer</Link>, <Link to="/docs">documentation</Link>
            </p>
          </>
        )}
        <p>
          Error code: <Link to={`/v1/problems/${code}`}>{code}</Link>
        </p>
        <p class="note">
          Request <code>{requestId}</code>
        </p>
      </>
    ),
  });
}
