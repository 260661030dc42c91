import type { RestRequest } from '../../rest/http/requestFacts.ts';

/** Whether the client prefers HTML, as browsers do; programs that accept anything get JSON. */
export function prefersHtml(request: Pick<RestRequest, 'accepts'>): boolean {
  return request.accepts(['json', 'html']) === 'html';
}
