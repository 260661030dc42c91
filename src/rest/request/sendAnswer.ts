import type { Request } from 'express';
import type { Answer, Endpoint } from '../endpoint/endpoint.ts';
import type { RestResponse } from './requestFacts.ts';
import { percentDecode, type RequestTarget } from './requestTarget.ts';
import { sendContent } from './sendContent.ts';

/** Last step: an endpoint's answer as HTTP. */
export function sendAnswer(
  request: Request,
  response: RestResponse,
  endpoint: Endpoint,
  target: RequestTarget,
  answer: Answer,
): void {
  switch (answer.kind) {
    case 'content':
      response.setHeader('ETag', answer.entityTag);
      if (answer.nextCursor !== undefined) {
        response.setHeader('Link', `<${target.path}?${nextQuery(target.query, answer.nextCursor)}>; rel="next"`);
      }
      sendContent(request, response, 200, 'application/json', answer.json);
      return;
    case 'notModified':
      response.statusCode = 304;
      response.setHeader('ETag', answer.entityTag);
      response.end();
      return;
    case 'moved': {
      const path = endpoint.path.replace('{id}', answer.id);
      response.statusCode = 301;
      // A cursor is bound to the id that it was made for: the walk begins anew at the survivor.
      const query = headerText(withoutCursor(target.query).join('&'));
      response.setHeader('Location', query === '' ? path : `${path}?${query}`);
      response.setHeader('Content-Length', 0);
      response.end();
    }
  }
}

/** The same query with another cursor. */
function nextQuery(query: string | null, cursor: string): string {
  return headerText([...withoutCursor(query), `after=${cursor}`].join('&'));
}

/** The members of the query but `after`, in any spelling. */
function withoutCursor(query: string | null): string[] {
  return (query ?? '').split('&').filter((member) => {
    const [name = ''] = member.split('=', 1);
    return name !== '' && percentDecode(name) !== 'after';
  });
}

/** Node's parser lets some characters pass in a URL that would end a Link's target. */
function headerText(text: string): string {
  return text.replace(/[<>"]/g, encodeURIComponent);
}
