import express, { type NextFunction, type RequestHandler, type Router } from 'express';
import { parseUrl } from '../../parseUrl.ts';
import { closeToOtherOrigins } from '../http/answerHeaders.ts';
import type { RestRequest, RestResponse } from '../http/requestFacts.ts';
import type { ProblemCode } from '../problem/problemCodes.ts';
import { ProblemError } from '../problem/problemError.ts';
import { HOST } from './beginRequest.ts';

/**
 * The embedded issuer below /oidc: pages, forms and redirects with headers of their own. Errors outside OAuth are
 * problems, which browsers are shown as pages.
 */
export function issuerRoutes(issuer: RequestHandler): Router {
  const router = express.Router();
  router.use((request: RestRequest, response: RestResponse, next: NextFunction) => {
    closeToOtherOrigins(response);
    response.setHeader('Cache-Control', 'no-store');
    response.locals.isPage = true;
    assertNamesService(request);
    next();
  });
  router.use(issuer);
  router.use((error: unknown, _request: RestRequest, _response: RestResponse, _next: NextFunction) => {
    throw issuerProblem(error);
  });
  return router;
}

/**
 * The origin that the issuer uses for itself: that of the request, by Host or by a trusted proxy's header for it.
 * @throws ProblemError invalid_request, where that is no URL
 */
function assertNamesService({ host = '', protocol }: RestRequest): void {
  const isName = HOST.test(host) && parseUrl(`http://${host}`) !== null;
  if (!isName || !['http', 'https'].includes(protocol)) {
    throw new ProblemError(
      'invalid_request',
      'The request does not say where it was sent: Host (X-Forwarded-Host and X-Forwarded-Proto of a proxy) must be "name" or "name:port".',
    );
  }
}

const codes: Readonly<Record<number, ProblemCode>> = {
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'quota_exceeded',
};

/** Errors of Express, its parsers and the issuer about the caller's mistakes (http-errors). */
interface CallersFault {
  readonly status?: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function issuerProblem(error: unknown): unknown {
  if (error instanceof ProblemError) return error;
  const { status = 500, message, headers = {} } = error as CallersFault;
  if (status < 400 || status >= 500) return error;
  return new ProblemError(codes[status] ?? 'invalid_request', message, { status, cause: error, headers });
}
