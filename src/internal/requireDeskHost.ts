import type { NextFunction, Request } from 'express';
import { isLoopbackHost } from '../isLoopbackHost.ts';
import { sendToolError, type ToolResponse } from './toolError.ts';

const HOST = /^(?:\[([0-9a-f:.]+)\]|([^\s[\]:@/?#]+))(?::\d*)?$/i;

/**
 * Refuses requests for the desk whose Host is neither that of INTERNAL_URL nor this computer, against DNS rebinding: a
 * web page could make its own name resolve to this listener. A request without Host, as HTTP/1.0 allows, comes from no
 * browser.
 * @param url INTERNAL_URL
 */
export function requireDeskHost(url: string | null) {
  const own = url === null ? null : new URL(url).hostname;
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const { host } = request.headers;
    const [, address = null, text = ''] = HOST.exec(host ?? '') ?? [];
    const name = text.toLowerCase().replace(/\.$/, '');
    const isOwn = [name, `[${address}]`].some((each) => each === own || isLoopbackHost(each));
    if (host === undefined || isOwn) next();
    else {
      const remedy = 'open the desk at the host of INTERNAL_URL, or on the computer of the service at 127.0.0.1.';
      sendToolError(response, 421, 'invalid_request', `The header Host names another place: ${remedy}`);
    }
  };
}
