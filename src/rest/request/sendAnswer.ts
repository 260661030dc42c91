import { pipeline } from 'node:stream/promises';
import type { Answer, Endpoint } from '../endpoint/endpoint.ts';
import type { RestResponse } from '../http/requestFacts.ts';
import { sendContent } from '../http/sendContent.ts';
import { percentDecode } from '../parameters/read.ts';
import { ProblemError } from '../problem/problemError.ts';
import type { Moved } from '../resource/fieldSchemas.ts';

/** The last step: sends an endpoint's answer over HTTP. */
export async function sendAnswer(response: RestResponse, endpoint: Endpoint, answer: Answer): Promise<void> {
  const { status, secret } = endpoint.response;
  if (secret) response.setHeader('Cache-Control', 'no-store');
  switch (answer.kind) {
    case 'content': {
      response.setHeader('ETag', answer.entityTag);
      if (answer.isFinal) keepForEver(response);
      if (answer.nextCursor !== undefined) {
        const query = headerText([...membersButCursor(response), `after=${answer.nextCursor}`].join('&'));
        response.setHeader('Link', `<${response.req.path}?${query}>; rel="next"`);
      }
      sendContent(response, status, 'application/json', answer.json);
      return;
    }
    case 'done':
      if (answer.entityTag !== null) response.setHeader('ETag', answer.entityTag);
      if (answer.location !== null) response.setHeader('Location', answer.location);
      if (answer.json === null) response.status(status).end();
      else sendContent(response, status, 'application/json', answer.json);
      return;
    case 'file':
      await sendFile(response, answer);
      return;
    case 'notModified':
      response.setHeader('ETag', answer.entityTag);
      if (answer.isFinal) keepForEver(response);
      response.status(304).end();
      return;
    case 'redirect': {
      const path = endpoint.path.replace('{id}', answer.id);
      // A cursor is bound to its id: the walk starts over at the survivor.
      const query = headerText(membersButCursor(response).join('&'));
      const moved: Moved = { mergedInto: answer.id, location: query === '' ? path : `${path}?${query}` };
      response.setHeader('Location', moved.location);
      if (response.locals.describedBy !== null) response.setHeader('Link', response.locals.describedBy);
      sendContent(response, 301, 'application/json', JSON.stringify(moved));
    }
  }
}

/** For a year. What a credential was sent for stays private. */
function keepForEver(response: RestResponse): void {
  const isPrivate = String(response.getHeader('Cache-Control')).includes('private');
  response.setHeader('Cache-Control', `${isPrivate ? 'private' : 'public'}, max-age=31536000, immutable`);
}

/** The query's members without `after`, in any spelling. */
function membersButCursor({ req: { url } }: RestResponse): string[] {
  const [, ...query] = url.split('?');
  return query
    .join('?')
    .split('&')
    .filter((member) => {
      const [name = ''] = member.split('=', 1);
      return name !== '' && percentDecode(name) !== 'after';
    });
}

/** Node's parser allows some characters in a URL that would end a Link's target. */
function headerText(text: string): string {
  return text.replace(/[<>"]/g, encodeURIComponent);
}

/**
 * Sends a file or a part of it (RFC 9110, 14 and 15.3.7) as fast as the client reads it. HEAD gets only the headers,
 * and no part: ranges are for GET.
 * @throws ProblemError range_not_satisfiable; the errors of the reads
 */
async function sendFile(response: RestResponse, file: Extract<Answer, { kind: 'file' }>): Promise<void> {
  const { size, bytes } = file;
  const isHead = response.req.method === 'HEAD';
  const range = isHead ? null : file.range;
  if (range === 'unsatisfiable') {
    throw new ProblemError('range_not_satisfiable', `Range must lie within the ${size} bytes of the file.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  response.statusCode = range === null ? 200 : 206;
  response.setHeader('ETag', file.entityTag);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', last + 1 - first);
  if (range !== null) response.setHeader('Content-Range', `bytes ${first}-${last}/${size}`);
  if (isHead) {
    response.end();
    return;
  }
  try {
    await pipeline(bytes({ first, last }), response);
  } catch (error) {
    // A client that leaves is no failure.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
