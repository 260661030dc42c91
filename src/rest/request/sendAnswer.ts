import type { Answer, Endpoint } from '../endpoint/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import { sendContent } from '../http/sendContent.ts';
import { percentDecode } from '../parameters/percentDecode.ts';
import type { Moved } from '../resource/movedSchema.ts';
import type { RequestTarget } from './requestTarget.ts';
import { fillTemplate } from './routeTable.ts';

/** Where an answer is sent to. */
interface AnswerTarget {
  readonly endpoint: Endpoint;
  readonly target: RequestTarget;
  /** The path's parameters as sent, percent-encoded. */
  readonly segments: Readonly<Record<string, string>>;
}

/** Last step: an endpoint's answer as HTTP. */
export function sendAnswer(exchange: Exchange, { endpoint, target, segments }: AnswerTarget, answer: Answer): void {
  const { status, secret } = endpoint.response;
  if (secret) exchange.setHeader('Cache-Control', 'no-store');
  switch (answer.kind) {
    case 'content':
      exchange.setHeader('ETag', answer.entityTag);
      if (answer.nextCursor !== undefined) {
        exchange.setHeader('Link', `<${target.path}?${nextQuery(target.query, answer.nextCursor)}>; rel="next"`);
      }
      sendContent(exchange, status, 'application/json', answer.json);
      return;
    case 'done':
      if (answer.entityTag !== null) exchange.setHeader('ETag', answer.entityTag);
      if (answer.location !== null) exchange.setHeader('Location', answer.location);
      if (answer.json === null) exchange.end(status);
      else sendContent(exchange, status, 'application/json', answer.json);
      return;
    case 'notModified':
      exchange.setHeader('ETag', answer.entityTag);
      exchange.end(304);
      return;
    case 'moved': {
      const path = fillTemplate(endpoint.path, { ...segments, id: answer.id });
      // A cursor is bound to the id that it was made for: the walk begins anew at the survivor.
      const query = headerText(withoutCursor(target.query).join('&'));
      const moved: Moved = { mergedInto: answer.id, location: query === '' ? path : `${path}?${query}` };
      exchange.setHeader('Location', moved.location);
      sendContent(exchange, 301, 'application/json', JSON.stringify(moved));
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
