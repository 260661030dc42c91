import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorMessage } from '../../base/errors.ts';
import { repeatedMember } from '../../base/repeatedMember.ts';
import { ProblemError } from '../problem/problemError.ts';

/** The rule for an operation's body. */
export interface BodyRule {
  /** In bytes; a larger body is answered 413. */
  readonly limit: number;
  /** The accepted media types; the first is the one in the description. */
  readonly mediaTypes: readonly [string, ...string[]];
}

/**
 * Reads a request's body. Refusals follow docs/decisions.md#order-of-refusals: media type, size, JSON.
 * @throws ProblemError 415, 413 or 400
 */
export async function readBody(request: IncomingMessage, response: ServerResponse, rule: BodyRule): Promise<unknown> {
  assertMediaType(request, rule);
  const bytes = await readBytes(request, response, rule.limit);
  return parseJson(bytes);
}

/** A form is larger than a JSON document of the same texts: characters beyond ASCII take nine bytes and more. */
const FORM: BodyRule = { limit: 64 * 1024, mediaTypes: ['application/x-www-form-urlencoded'] };

/** Reads a form of a page. @throws ProblemError 415, 413 or 400 */
export async function readForm(request: IncomingMessage, response: ServerResponse): Promise<URLSearchParams> {
  assertMediaType(request, FORM);
  return new URLSearchParams(decodeUtf8(await readBytes(request, response, FORM.limit)));
}

function assertMediaType({ headers }: IncomingMessage, { mediaTypes }: BodyRule): void {
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const remedy = `Send ${mediaTypes.join(' or ')}.`;
  if (!mediaTypes.includes(mediaType)) {
    const sent = mediaType === '' ? 'The body has no Content-Type.' : `The body is ${mediaType}.`;
    throw new ProblemError('unsupported_media_type', `${sent} ${remedy}`);
  }
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    throw new ProblemError('unsupported_media_type', `The body is UTF-8, not ${charset}. ${remedy}`);
  }
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity') {
    throw new ProblemError('unsupported_media_type', `The body is compressed (${coding}): send it as it is.`);
  }
}

async function readBytes(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  // Only once everything else is valid: a client that expects 100-continue need not send a body that is refused.
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Express's parsers would read an oversized body to its end before refusing it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch {
    // The client has gone.
    throw new ProblemError('invalid_request', 'The body broke off.');
  }
  if (length > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError('payload_too_large', `The body may hold ${limit} bytes at most.`, {
    // The rest of the body stays unread: the connection closes after the answer.
    headers: { Connection: 'close' },
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProblemError('invalid_request', 'The body is not UTF-8.');
  }
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new ProblemError('invalid_request', 'The body is empty: send a JSON document.');
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProblemError('invalid_request', `The body is not JSON: ${errorMessage(error)}.`);
  }
  const twice = repeatedMember(text);
  if (twice === null) return value;
  throw new ProblemError('invalid_request', `The body has the member ${twice} twice in one object: send each once.`);
}
