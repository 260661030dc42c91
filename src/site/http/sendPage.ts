import type { ServerResponse } from 'node:http';
import { sendContent } from '../../rest/http/sendContent.ts';
import { setPagePolicy } from './pagePolicy.ts';

/** Answers with a page that nobody keeps: it shows a person's own data. @param connects as of `setPagePolicy` */
export function sendPage(response: ServerResponse, status: number, html: string, connects = true): void {
  setPagePolicy(response, [], connects);
  response.setHeader('Cache-Control', 'no-store');
  sendContent(response, status, 'text/html; charset=utf-8', html);
}
