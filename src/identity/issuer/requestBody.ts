import express, { type RequestHandler } from 'express';
import { RequestFault } from './requestFault.ts';

/** Messages for the errors of Express's body parser, by status, that state the rule. */
type Faults = Readonly<Record<number, string>>;

/** @throws RequestFault 413, 415, 400 */
function reader(parse: RequestHandler, faults: Faults): RequestHandler {
  return (request, response, next) => {
    parse(request, response, (thrown?: unknown) => {
      if (thrown === undefined) return next();
      const { status = 500, message } = thrown as { readonly status?: number; readonly message: string };
      next(status >= 500 ? thrown : new RequestFault(status, faults[status] ?? `The body cannot be read: ${message}.`));
    });
  };
}

/** Parses a form of the issuer's pages into `request.body`. */
export const parseForm = reader(
  express.urlencoded({ extended: false, inflate: false, limit: '4kb', parameterLimit: 10 }),
  {
    413: 'The form is larger than 4 kB, or has more than ten fields.',
    415: 'The form is not application/x-www-form-urlencoded in UTF-8, as it is.',
  },
);

const readBytes = reader(express.raw({ type: () => true, inflate: false, limit: '16kb' }), {
  413: 'A form holds 16384 bytes at most.',
  415: 'The form is compressed.',
});

/**
 * Reads a body of at most 16 kB, whether or not its length is announced. oidc-provider, which allows 56 kB, then reads
 * the bytes from the request as if they were unread.
 */
export const boundBody: RequestHandler = (request, response, next) => {
  readBytes(request, response, (error?: unknown) => {
    const { body } = request;
    if (Buffer.isBuffer(body)) {
      const iterator = async function* () {
        yield body;
      };
      Object.defineProperties(request, { readable: { value: true }, iterator: { value: iterator } });
    }
    next(error);
  });
};
