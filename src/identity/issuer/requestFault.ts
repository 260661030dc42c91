import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler } from 'express';
import { errorPage } from './pages/errorPage.tsx';

/** A client error in the shape of Express's own: answered with a page for browsers, else by the issuer's host. */
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

/** Shows the browser's fault as a page. */
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
