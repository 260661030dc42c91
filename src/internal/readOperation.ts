import express, { type NextFunction, type Request, type Router } from 'express';
import { repeatedMember } from '../base/repeatedMember.ts';
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
    express.raw({ limit: LARGEST_BODY, type: () => true }),
    refuseBrokenBodies,
    parseJson,
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

/** body-parser's errors carry their status. */
function refuseBrokenBodies(error: unknown, _request: Request, response: ToolResponse, next: NextFunction): void {
  const { status } = error as { readonly status?: unknown };
  const refuse = sendToolError.bind(null, response);
  if (status === 413) {
    refuse(413, 'payload_too_large', 'The body is larger than 8 MB: send smaller batches.');
  } else if (status === 415) {
    refuse(415, 'unsupported_media_type', 'Send the body plain or compressed with gzip, deflate or br.');
  } else if (typeof status === 'number' && status < 500) {
    refuse(400, 'invalid_request', 'The body cannot be read: it broke off or is not what its headers say.');
  } else next(error);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** express.json would put U+FFFD where the bytes are not UTF-8, and take the last of two members of one name. */
function parseJson(request: Request, response: ToolResponse, next: NextFunction): void {
  const fault = parseFault(request);
  if (fault === null) next();
  else sendToolError(response, 400, 'invalid_request', fault);
}

function parseFault(request: Request): string | null {
  let text: string;
  try {
    text = Buffer.isBuffer(request.body) ? utf8.decode(request.body) : '{}';
  } catch {
    return 'The body is not UTF-8.';
  }
  try {
    request.body = JSON.parse(text);
  } catch {
    return `The body is not JSON: send ${EXAMPLE}.`;
  }
  const twice = repeatedMember(text);
  return twice && `The body has the member ${twice} twice in one object: send each once.`;
}

function refuseOtherBodies({ body }: Request, response: ToolResponse, next: NextFunction): void {
  const fault = bodyFault(body);
  // Clients write an absent name as an empty one, as GraphQL over HTTP lets a query string do.
  if (isObject(body) && body.operationName === '') delete body.operationName;
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
