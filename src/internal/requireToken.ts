import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request } from 'express';
import { sendToolError, type ToolResponse } from './toolError.ts';

const REMEDY =
  'send "Authorization: Bearer TOKEN" with the token of INTERNAL_TOKEN, which is by default in the file internal-token of DATA_DIR';

/** Refuses callers without the internal token. Compares digests, so that timing reveals neither content nor length. */
export function requireToken(token: string) {
  const expected = digest(token);
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (sent !== undefined && timingSafeEqual(digest(sent), expected)) {
      next();
      return;
    }
    const problem = sent === undefined ? 'The internal token is missing' : 'This is not the internal token';
    response.set('WWW-Authenticate', 'Bearer realm="anime-catalog internal"');
    sendToolError(response, 401, 'invalid_credentials', `${problem}: ${REMEDY}.`);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
