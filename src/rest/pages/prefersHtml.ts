import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/** Whether it is a browser that asks for a page: programs that take anything get JSON. */
export function prefersHtml(request: IncomingMessage): boolean {
  return accepts(request).type(['json', 'html']) === 'html';
}
