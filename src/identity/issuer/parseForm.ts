import express, { type RequestHandler } from 'express';
import { RequestFault } from './requestFault.ts';

const parse = express.urlencoded({ extended: false, inflate: false, limit: '4kb', parameterLimit: 10 });

/** What the parser says of a form, in words that tell what would be right. */
const faults: Readonly<Record<number, string>> = {
  413: 'The form is larger than 4 kB, or has more than ten fields.',
  415: 'The form is not application/x-www-form-urlencoded in UTF-8, as it is.',
};

/** Reads a form of the issuer's pages into `request.body`. @throws RequestFault 413, 415, 400 */
export const parseForm: RequestHandler = (request, response, next) => {
  parse(request, response, (error?: { readonly status?: number; readonly message: string }) => {
    const status = error?.status ?? 500;
    if (error === undefined || status >= 500) next(error);
    else next(new RequestFault(status, faults[status] ?? `The form cannot be read: ${error.message}.`));
  });
};
