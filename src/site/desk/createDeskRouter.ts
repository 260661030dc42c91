import type { ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { DESK_ENTRY_PATH, DESK_SIGNED_IN_PATH, type Desk } from '../../graph/caller/desk.ts';
import { createContext, type GraphPorts } from '../../graph/schema/context.ts';
import type { ToolResponse } from '../../internal/toolError.ts';
import { readForm } from '../../rest/body/readBody.ts';
import { originOf } from '../../rest/http/originOf.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { toProblem } from '../../rest/problem/toProblem.ts';
import { targetBelow } from '../design/link.tsx';
import { personalRoute } from '../forms/personalRoute.ts';
import { cookieOf, type Place, queryIn, type Route } from '../forms/place.ts';
import { enter, signInRoutes } from '../forms/signInRoutes.ts';
import type { PersonalPage } from '../forms/visit.ts';
import { assertSameOrigin, sendPage } from '../http/pages.ts';
import { animePage } from './animePage.tsx';
import { deskHome } from './deskHome.tsx';
import { DESK_LEAVE_PATH, DESK_SIGN_IN_PATH } from './deskShell.tsx';
import { deskClosedPage, deskEntryPage, deskLeftPage, deskNotice } from './doorPages.tsx';
import { historyPage } from './historyPage.tsx';
import { mergePage } from './mergePage.tsx';
import { proposalPage } from './proposalPage.tsx';
import { queuePage } from './queuePage.tsx';
import { webhookPage } from './webhookPage.tsx';

interface DeskSettings {
  readonly desk: Desk;
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logger: Logger;
  /** The origin of the internal listener, as browsers reach it; null: that of each request. */
  readonly url: string | null;
  /** The roles of this process. */
  readonly roles: readonly string[];
}

/** The pages of the desk; the first match of a path serves it. @param roles of this process */
export function deskTable(roles: readonly string[]): readonly PersonalPage[] {
  return [deskHome(roles), queuePage, historyPage, animePage, mergePage, webhookPage, proposalPage];
}

/** The pages of the internal listener, for reviewers and operators. */
export function createDeskRouter(settings: DeskSettings): Router {
  const router = express.Router();
  const place = deskPlace(settings);
  for (const { path, methods, serve } of [
    entryRoute(place, settings.desk),
    ...signInRoutes(place),
    ...deskTable(settings.roles).map((page) => personalRoute(page, place)),
  ]) {
    const handle: RequestHandler<Record<string, string>> = (request, response) => serve(response, request);
    if (methods.includes('GET')) router.get(path, handle);
    if (methods.includes('POST')) router.post(path, handle);
  }
  router.use(/^\/(?:review(?:\/.*)?)?$/, () => {
    throw new ProblemError('not_found', NOTHING);
  });
  router.use(answerError(settings.logger));
  return router;
}

function deskPlace({ desk, schema, ports, url }: DeskSettings): Place {
  return {
    sessions: desk,
    quotas: ports.quotas ?? null,
    schema,
    cookies: { session: 'desk', signIn: 'desk-sign-in' },
    paths: { signIn: DESK_SIGN_IN_PATH, signedIn: DESK_SIGNED_IN_PATH, signOut: DESK_LEAVE_PATH },
    onlyPrivate:
      'The desk is served by http on the computer of the service alone: open it at 127.0.0.1, through a tunnel, or by https with INTERNAL_URL.',
    nothing: NOTHING,
    hidden: [],
    // A request without Host, as HTTP/1.0 allows, comes from no browser.
    originOf: ({ protocol, headers }) => url ?? originOf({ protocol, host: headers.host ?? 'localhost' }),
    countedAs: ({ subject }) => `desk ${subject}`,
    createContext: ({ subject, isInvited = false }, address) =>
      createContext(ports, { kind: 'tool', actor: subject, isAtDesk: !isInvited }, address),
    targetOf: (to) => (to === '/' ? to : targetBelow('/review', to)),
    signInPage: (view) => deskClosedPage(desk.signIn?.kind ?? null, view),
    send: sendDeskPage,
    sendSignedOut: (response) => sendDeskPage(response, 200, deskLeftPage(desk.signIn?.kind ?? null)),
  };
}

const NOTHING = 'Page not found.';

/** Its scripts ask nothing of this listener. */
function sendDeskPage(response: ServerResponse, status: number, html: string): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  sendPage(response, status, html, false);
}

/**
 * Entering by a link. Opening it changes nothing, so that programs which prefetch links do not spend it; the button of
 * its page does.
 */
function entryRoute(place: Place, desk: Desk): Route {
  return {
    path: DESK_ENTRY_PATH,
    methods: ['GET', 'POST'],
    async serve(response, request) {
      const cookie = cookieOf(place, request);
      if (request.method !== 'POST') {
        place.send(response, 200, deskEntryPage(queryIn(request).get('invitation') ?? ''));
        return;
      }
      assertSameOrigin(request, place.originOf(request));
      const session = await desk.enter((await readForm(request, response)).get('invitation') ?? '');
      if (session === null) {
        const note = 'The link was used, or is older than a minute. catalog review open prints a new one.';
        place.send(response, 401, deskNotice('No longer valid', note));
        return;
      }
      await enter(place, cookie, session, request, response);
      response.redirect(303, '/review');
    },
  };
}

function answerError(logger: Logger) {
  return (error: unknown, _request: Request, response: ToolResponse, next: NextFunction): void => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const { requestId } = response.locals;
    // Express cannot decode the path.
    const refused = error instanceof URIError ? new ProblemError('not_found', NOTHING) : error;
    const { status, message, headers } = toProblem(refused);
    if (status >= 500) logger.error({ requestId, err: error }, 'request failed');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const title = status === 404 ? 'Not found' : 'Not done';
    sendDeskPage(response, status, deskNotice(title, status < 500 ? message : `${message} Request ${requestId}.`));
  };
}
