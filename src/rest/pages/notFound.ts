import type { RestRequest, RestResponse } from '../http/requestFacts.ts';
import { sendContent } from '../http/sendContent.ts';
import { setPagePolicy } from './pagePolicy.ts';
import { prefersHtml } from './prefersHtml.ts';

/** Shows people a page at a path that leads to nothing; false where the request does not prefer HTML. */
export async function showNotFound(request: RestRequest, response: RestResponse, hasHome: boolean): Promise<boolean> {
  response.vary('Accept');
  if (!['GET', 'HEAD'].includes(request.method) || !prefersHtml(request)) return false;
  const { notFoundPage } = await import('../../pages/notFoundPage.tsx');
  setPagePolicy(response);
  sendContent(response, 404, 'text/html; charset=utf-8', notFoundPage(response.locals.requestId, hasHome));
  return true;
}
