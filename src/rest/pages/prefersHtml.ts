import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/** Whether the client prefers HTML, as browsers do; programs that accept anything get JSON. */
export function prefersHtml(request: IncomingMessage): boolean {
  return accepts(request).type(['json', 'html']) === 'html';
}
