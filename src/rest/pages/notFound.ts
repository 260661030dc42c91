import accepts from 'accepts';
import type { RestRequest, RestResponse } from '../http/requestFacts.ts';
import { sendContent } from '../http/sendContent.ts';
import { setPagePolicy } from './pagePolicy.ts';

/** Shows people a page at a path that leads to nothing; false where the request does not prefer HTML. */
export async function showNotFound(request: RestRequest, response: RestResponse): Promise<boolean> {
  response.vary('Accept');
  if (!['GET', 'HEAD'].includes(request.method) || !prefersHtml(request)) return false;
  const { notFoundPage } = await import('../../pages/notFoundPage.tsx');
  setPagePolicy(response);
  sendContent(response, 404, 'text/html; charset=utf-8', notFoundPage(response.locals.requestId));
  return true;
}

/** Whether it is a browser that asks for a page: programs that take anything get JSON. */
function prefersHtml(request: RestRequest): boolean {
  return accepts(request).type(['json', 'html']) === 'html';
}
