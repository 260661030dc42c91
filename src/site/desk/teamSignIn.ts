import type { Request, RequestHandler, Response, Router } from 'express';
import { DESK_SIGNED_IN_PATH } from '../../graph/caller/desk.ts';
import {
  IssuerAway,
  type IssuerSignIn,
  type PasswordSignIn,
  type PortalSession,
  SignInRefused,
} from '../../graph/caller/portal.ts';
import type { PageCookie } from '../../pageCookie.ts';
import { targetBelow } from '../design/link.tsx';
import { LONGEST_TARGET, PendingSignIns } from '../forms/pendingSignIns.ts';
import { deskClosedPage } from './closedPage.tsx';
import { DeskError, tooMany } from './deskError.ts';
import { addressOf, deskCookie, originOf, sentFields, signInCookie } from './deskSession.ts';
import type { DeskSettings } from './deskSettings.ts';
import { DESK_SIGN_IN_PATH } from './paths.ts';
import { sendDeskPage } from './sendDeskPage.ts';

/** The routes of sign-in, for people with the permission to review. */
export function teamSignIn(
  router: Router,
  settings: DeskSettings,
  form: RequestHandler,
  signIn: PasswordSignIn | IssuerSignIn,
): void {
  if (signIn.kind === 'password') passwordSignIn(router, settings, form, signIn);
  else issuerSignIn(router, settings, signIn);
}

/** The form of name and password, which the desk's first page shows too. */
function passwordSignIn(router: Router, settings: DeskSettings, form: RequestHandler, signIn: PasswordSignIn): void {
  router.get(DESK_SIGN_IN_PATH, (request: Request, response: Response) => {
    deskCookie(settings, request);
    const { to } = request.query;
    sendDeskPage(
      response,
      200,
      deskClosedPage({ kind: 'password', to: deskTarget(typeof to === 'string' ? to : '/') }),
    );
  });
  router.post(DESK_SIGN_IN_PATH, form, async (request: Request, response: Response) => {
    const cookie = deskCookie(settings, request);
    const fields = sentFields(settings, request);
    const [name, to] = [fields.get('name') ?? '', deskTarget(fields.get('to') ?? '/')];
    const address = addressOf(request);
    try {
      const session = await signIn.begin({ name, password: fields.get('password') ?? '', address });
      await enter(settings, cookie, session, request, response);
      response.redirect(303, to);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      if (error.retryAfterSeconds !== null) response.set('Retry-After', String(error.retryAfterSeconds));
      const page = deskClosedPage({ kind: 'password', to, name, fault: error.message });
      sendDeskPage(response, error.status, page);
    }
  });
}

/** The ways to OAUTH_ISSUER and back. */
function issuerSignIn(router: Router, settings: DeskSettings, signIn: IssuerSignIn): void {
  router.get(DESK_SIGN_IN_PATH, async (request: Request, response: Response) => {
    const begun = new PendingSignIns(signInCookie(settings, request));
    const { to } = request.query;
    await countAtIssuer(settings, request);
    const { url, pending } = await signIn.begin(originOf(settings, request)).catch(asDeskError);
    begun.add(request, response, { ...pending, to: deskTarget(typeof to === 'string' ? to : '/') });
    response.set('Cache-Control', 'no-store').redirect(303, url.href);
  });
  router.get(DESK_SIGNED_IN_PATH, async (request: Request, response: Response) => {
    const begun = new PendingSignIns(signInCookie(settings, request));
    const cookie = deskCookie(settings, request);
    const callback = new URL(request.originalUrl, originOf(settings, request));
    const pending = begun.take(request, response, callback.searchParams.get('state'));
    if (pending === null) throw new DeskError(400, 'The sign-in took too long, or began in another browser.');
    await countAtIssuer(settings, request);
    const session = await signIn.finish(callback, pending, addressOf(request)).catch(asDeskError);
    await enter(settings, cookie, session, request, response);
    response.set('Cache-Control', 'no-store').redirect(303, deskTarget(pending.to));
  });
}

/** Gives the browser its session; an earlier one of it ends. */
async function enter(
  { desk }: DeskSettings,
  cookie: PageCookie,
  session: PortalSession,
  request: Request,
  response: Response,
): Promise<void> {
  const earlier = await desk.find(cookie.read(request));
  if (earlier !== null) await desk.end(earlier, addressOf(request));
  cookie.set(response, session.cookie);
}

/** Limits how often an address makes this service call the issuer. @throws DeskError */
async function countAtIssuer({ ports }: DeskSettings, request: Request): Promise<void> {
  const state = await ports.quotas?.charge('issuer', addressOf(request));
  if (state?.exceeded) throw tooMany(state, 'This address has made its requests of sign-ins');
}

/** The target where it is a page of the desk, else the desk's first page: no redirect leaves it. */
function deskTarget(to: string): string {
  return to === '/' ? to : targetBelow('/review', to.length > LONGEST_TARGET ? '' : to);
}

function asDeskError(error: unknown): never {
  if (error instanceof SignInRefused) throw new DeskError(error.status === 400 ? 403 : error.status, error.message);
  if (error instanceof IssuerAway) throw new DeskError(503, 'The issuer does not answer.', { cause: error });
  throw error;
}
