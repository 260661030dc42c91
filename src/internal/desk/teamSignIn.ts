import type { Request, Response, Router } from 'express';
import { clientAddress } from '../../graph/caller/clientAddress.ts';
import { DESK_SIGNED_IN_PATH, type DeskSignIn } from '../../graph/caller/desk.ts';
import { IssuerAway, SignInRefused } from '../../graph/caller/portal.ts';
import { targetBelow } from '../../html/link.tsx';
import { DESK_SIGN_IN_PATH } from '../../pages/desk/paths.ts';
import { LONGEST_TARGET, PendingSignIns } from '../../pages/session/pendingSignIns.ts';
import { DeskError, tooMany } from './deskError.ts';
import { deskCookie, originOf, signInCookie } from './deskSession.ts';
import type { DeskSettings } from './deskSettings.ts';

/** The routes of sign-in with the issuer, for people with the permission to review. */
export function teamSignIn(router: Router, settings: DeskSettings, signIn: DeskSignIn): void {
  const { desk } = settings;
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
    const session = await signIn.finish(callback, pending, request.ip ?? '').catch(asDeskError);
    const earlier = await desk.find(cookie.read(request));
    if (earlier !== null) await desk.end(earlier);
    cookie.set(response, session.cookie);
    response.set('Cache-Control', 'no-store').redirect(303, deskTarget(pending.to));
  });
}

/** Limits how often an address makes this service call the issuer. @throws DeskError */
async function countAtIssuer({ ports }: DeskSettings, { ip, socket }: Request): Promise<void> {
  const state = await ports.quotas?.charge('issuer', clientAddress(ip, socket.remoteAddress));
  if (state?.exceeded) throw tooMany(state, 'This address has made its requests of sign-ins');
}

/** The target where it is a page of the desk, else the desk's first page: no redirect leaves it. */
function deskTarget(to: string): string {
  return to === '/' ? to : targetBelow('/review', to.length > LONGEST_TARGET ? '' : to);
}

function asDeskError(error: unknown): never {
  if (error instanceof SignInRefused) throw new DeskError(403, error.message);
  if (error instanceof IssuerAway) throw new DeskError(503, 'The issuer does not answer.', { cause: error });
  throw error;
}
