import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { TrustProxy } from '../http/addressReader.ts';
import { closeToOtherOrigins } from '../http/closeToOtherOrigins.ts';
import type { Exchange } from '../http/exchange.ts';
import { assertNamesService } from './assertNamesService.ts';
import { issuerProblem } from './issuerProblem.ts';

interface IssuerPagesOptions {
  readonly trustProxy: TrustProxy;
  readonly answerProblem: (exchange: Exchange, error: unknown) => void;
}

/** The embedded issuer below /oidc: pages, forms and redirects, made for Express. */
export function issuerPages(
  issuer: RequestHandler,
  { trustProxy, answerProblem }: IssuerPagesOptions,
): (exchange: Exchange) => void {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);
  app.use('/oidc', (request, _response, next) => {
    assertNamesService(request);
    next();
  });
  app.use('/oidc', issuer);
  const answerFailure: ErrorRequestHandler = (error, _request, response, _next) =>
    answerProblem(response.locals as Exchange, issuerProblem(error));
  app.use(answerFailure);
  return (exchange) => {
    const { request, response, requestId } = exchange;
    response.setHeader('X-Request-Id', requestId);
    // Where a problem is the answer: the issuer's own set theirs.
    closeToOtherOrigins(exchange);
    exchange.setHeader('Cache-Control', 'no-store');
    app(request, response);
  };
}
