import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { matchesEntityTag } from '../endpoint/entityTags.ts';
import type { RestResponse } from './requestFacts.ts';
import { sendContent } from './sendContent.ts';

/** A body that stays the same while the process runs. */
export interface StoredDocument {
  readonly type: string;
  readonly body: string | Buffer;
  readonly entityTag: string;
}

export function storeDocument(type: string, body: string | Buffer): StoredDocument {
  return { type, body, entityTag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/** Sends it, or 304 to who has it. */
export function sendDocument(
  request: Request,
  response: RestResponse,
  { type, body, entityTag }: StoredDocument,
): void {
  response.setHeader('ETag', entityTag);
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, entityTag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  sendContent(request, response, 200, type, body);
}
