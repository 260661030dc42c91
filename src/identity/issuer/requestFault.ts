import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { errorPage } from './pages.ts';

/**
 * What a caller did wrong, in the shape that Express and its parsers throw: a page for browsers,
 * else the host of the issuer answers.
 */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';
  /** 400 to 499. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Shows a person what the browser did wrong. */
export const showFault: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const { status = 500, message, headers = {} } = error as Partial<RequestFault> & Error;
  if (status < 400 || status >= 500 || request.accepts(['json', 'html']) !== 'html') {
    next(error);
    return;
  }
  response
    .status(status)
    .set(headers)
    .send(errorPage(`${status} ${STATUS_CODES[status]}`, message));
};
