import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request } from 'express';
import { sendToolError, type ToolResponse } from './toolError.ts';

const REMEDY =
  'send "Authorization: Bearer TOKEN" with the token of INTERNAL_TOKEN, which is by default in the file internal-token of DATA_DIR, or of INTERNAL_READ_TOKEN';

/** The tokens of the internal listener: INTERNAL_TOKEN, and INTERNAL_READ_TOKEN, null where it is unset. */
export interface InternalTokens {
  readonly all: string;
  readonly reads: string | null;
}

/**
 * Refuses callers without an internal token, and notes whose token reads alone. Compares digests, so that timing
 * reveals neither content nor length.
 */
export function requireToken({ all, reads }: InternalTokens) {
  const isSent = (token: string) => {
    const expected = digest(token);
    return (sent: string) => timingSafeEqual(digest(sent), expected);
  };
  const [opensAll, opensReads] = [isSent(all), reads === null ? () => false : isSent(reads)];
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const readsAlone = sent !== undefined && opensReads(sent);
    if (sent !== undefined && (readsAlone || opensAll(sent))) {
      response.locals.readsAlone = readsAlone;
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
