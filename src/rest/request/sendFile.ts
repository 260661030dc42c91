import { pipeline } from 'node:stream/promises';
import type { Answer } from '../endpoint/endpoint.ts';
import type { RestResponse } from '../http/requestFacts.ts';
import { ProblemError } from '../problem/problemError.ts';

/**
 * Sends a file or a part of it (RFC 9110, 14 and 15.3.7) as fast as the client reads it. HEAD gets only the headers,
 * and no part: ranges are for GET.
 * @throws ProblemError range_not_satisfiable; the errors of the reads
 */
export async function sendFile(response: RestResponse, file: Extract<Answer, { kind: 'file' }>): Promise<void> {
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
