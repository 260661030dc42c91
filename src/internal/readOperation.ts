import { isUtf8 } from 'node:buffer';
import express, { type NextFunction, type Request, type Router } from 'express';
import { sendToolError, type ToolResponse } from './toolError.ts';

/** An import batch of 8 MB (docs/decisions.md#catalogue-format), plus the document around it. */
const LARGEST_BODY = 8 * 1024 * 1024 + 256 * 1024;
const EXAMPLE = 'an object such as {"query": "{ __typename }"}';

/** Parses a JSON body with one operation; Apollo would refuse others too, but without the request id. */
export const readOperation: Router = express
  .Router()
  .use(
    refuseOtherTypes,
    refuseOtherAnswers,
    express.json({ limit: LARGEST_BODY, strict: false, verify: assertUtf8 }),
    refuseBrokenBodies,
    refuseOtherBodies,
  );

function refuseOtherTypes(request: Request, response: ToolResponse, next: NextFunction): void {
  if (request.is('application/json')) {
    next();
    return;
  }
  const remedy = `Content-Type: application/json and ${EXAMPLE}`;
  sendToolError(response, 415, 'unsupported_media_type', `Send the operation as JSON: ${remedy}.`);
}

function refuseOtherAnswers(request: Request, response: ToolResponse, next: NextFunction): void {
  if (request.accepts('application/json', 'application/graphql-response+json') !== false) next();
  else sendToolError(response, 406, 'invalid_request', 'The answer is JSON: send Accept: application/json.');
}

/** body-parser would put U+FFFD where the bytes are no UTF-8, and so into the catalogue. */
function assertUtf8(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw Object.assign(new Error('not UTF-8'), { type: 'charset.invalid' });
}

/** body-parser's errors carry their status and a type. */
function refuseBrokenBodies(error: unknown, _request: Request, response: ToolResponse, next: NextFunction): void {
  const { status, type } = error as { readonly status?: unknown; readonly type?: unknown };
  const refuse = sendToolError.bind(null, response);
  if (status === 413) {
    refuse(413, 'payload_too_large', 'The body is larger than 8 MB: send smaller batches.');
  } else if (status === 415) {
    refuse(415, 'unsupported_media_type', 'Send the body in UTF-8, plain or compressed with gzip, deflate or br.');
  } else if (type === 'charset.invalid') {
    refuse(400, 'invalid_request', 'The body is not UTF-8.');
  } else if (type === 'entity.parse.failed') {
    refuse(400, 'invalid_request', `The body is not JSON: send ${EXAMPLE}.`);
  } else if (typeof status === 'number' && status < 500) {
    refuse(400, 'invalid_request', 'The body cannot be read: it broke off or is not what its headers say.');
  } else next(error);
}

function refuseOtherBodies({ body }: Request, response: ToolResponse, next: NextFunction): void {
  const fault = bodyFault(body);
  if (fault === null) next();
  else sendToolError(response, 400, 'invalid_request', fault);
}

function bodyFault(body: unknown): string | null {
  if (Array.isArray(body)) return 'The body is a batch: send one operation a request.';
  if (!isObject(body) || Object.keys(body).length === 0) return `The body holds no operation: send ${EXAMPLE}.`;
  for (const name of ['query', 'operationName']) {
    if (typeof (body[name] ?? '') !== 'string') return `"${name}" must be a string.`;
  }
  for (const name of ['variables', 'extensions']) {
    if (!isObject(body[name] ?? {})) return `"${name}" must be an object.`;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
