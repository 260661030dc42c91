import { IssuerAway, SignInRefused } from '../../graph/caller/portal.ts';
import { targetBelow } from '../../html/link.tsx';
import { SIGN_IN_PATH, SIGN_OUT_PATH, SIGNED_OUT_PATH } from '../../pages/account/paths.ts';
import { signedOutPage, signInPage } from '../../pages/account/signPages.tsx';
import { LONGEST_TARGET, PendingSignIns } from '../../pages/session/pendingSignIns.ts';
import { quotaExceeded } from '../admission/quotaHeaders.ts';
import type { RestResponse } from '../http/requestFacts.ts';
import { sendContent } from '../http/sendContent.ts';
import type { Page } from '../pages/page.ts';
import { setPagePolicy } from '../pages/pagePolicy.ts';
import { temporaryProblem } from '../problem/toProblem.ts';
import { AccountCookie } from './accountCookie.ts';
import { type AccountPorts, foundSession, portalOrigin, sentForm } from './personalRequest.ts';

/** The redirect URI that is registered at the issuer. */
const SIGNED_IN_PATH = '/account/signed-in';

/** The pages of sign-in and sign-out. @param signOut where the issuer's session can be ended; null where unknown */
export function signInPages(ports: AccountPorts, signOut: string | null): readonly Page[] {
  const { portal } = ports;
  return [
    {
      path: SIGN_IN_PATH,
      isPrivate: true,
      async serve(response, request) {
        const origin = portalOrigin(portal, request);
        const begun = new PendingSignIns(new AccountCookie('sign-in', origin));
        const to = ownTarget(new URLSearchParams(request.url.split('?')[1]).get('to') ?? '');
        await countAtIssuer(ports, response);
        const { url, pending } = await portal.begin(origin).catch(asProblem);
        begun.add(request, response, { ...pending, to });
        response.redirect(303, url.href);
      },
    },
    {
      path: SIGNED_IN_PATH,
      isPrivate: true,
      async serve(response, request) {
        const origin = portalOrigin(portal, request);
        const cookie = new AccountCookie('session', origin);
        const state = new URLSearchParams(request.url.split('?')[1]).get('state');
        const pending = new PendingSignIns(new AccountCookie('sign-in', origin)).take(request, response, state);
        if (pending === null) return refuse(response, 'The sign-in took too long, or began in another browser.');
        const callback = new URL(request.originalUrl, origin);
        await countAtIssuer(ports, response);
        try {
          const session = await portal.finish(callback, pending, request.ip ?? '');
          const earlier = await portal.find(cookie.read(request));
          if (earlier !== null) await portal.end(earlier);
          cookie.set(response, session.cookie);
          response.redirect(303, ownTarget(pending.to));
        } catch (error) {
          if (!(error instanceof SignInRefused)) throw asProblem(error);
          refuse(response, error.message);
        }
      },
    },
    {
      path: SIGN_OUT_PATH,
      methods: ['POST'],
      isPrivate: true,
      async serve(response, request) {
        // Not charged: a person who has used up her changes may still sign out.
        const session = await foundSession(portal, request);
        if (session !== null) {
          const { name } = await sentForm(portal, session, request, response);
          if (name === 'everywhere') await portal.endAll(session);
          else await portal.end(session);
          new AccountCookie('session', portalOrigin(portal, request)).clear(response);
        }
        response.redirect(303, SIGNED_OUT_PATH);
      },
    },
    {
      path: SIGNED_OUT_PATH,
      isPrivate: true,
      async serve(response, request) {
        const hasNewPassword = request.url.endsWith('?password=changed');
        sendPage(response, 200, signedOutPage(signOut, hasNewPassword));
      },
    },
  ];
}

/** Answers with a page of a person's own data. */
export function sendPage(response: RestResponse, status: number, html: string): void {
  setPagePolicy(response);
  sendContent(response, status, 'text/html; charset=utf-8', html);
}

/** Limits how often an address makes this service call the issuer. @throws ProblemError quota_exceeded */
async function countAtIssuer({ quotas }: AccountPorts, { locals }: RestResponse): Promise<void> {
  const state = await quotas.charge('issuer', locals.address);
  if (state.exceeded) throw quotaExceeded(state, `This address has made its ${state.limit} requests of sign-ins`);
}

function refuse(response: RestResponse, reason: string): void {
  sendPage(response, 400, signInPage('/account', reason));
}

function asProblem(error: unknown): never {
  if (error instanceof IssuerAway) throw temporaryProblem('service_unavailable', 'The issuer does not answer.', error);
  throw error;
}

/** The target where it is a page of the account, else the account's first page: no redirect leaves it. */
export function ownTarget(to: string): string {
  return targetBelow('/account', to.length > LONGEST_TARGET ? '' : to);
}
