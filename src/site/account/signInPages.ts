import {
  IssuerAway,
  type IssuerSignIn,
  type PasswordSignIn,
  type Portal,
  type PortalSession,
  SignInRefused,
} from '../../graph/caller/portal.ts';
import { quotaExceeded } from '../../rest/admission/quotaHeaders.ts';
import { readForm } from '../../rest/body/readBody.ts';
import type { RestRequest, RestResponse } from '../../rest/http/requestFacts.ts';
import { sendContent } from '../../rest/http/sendContent.ts';
import type { Page } from '../../rest/pages/page.ts';
import { temporaryProblem } from '../../rest/problem/toProblem.ts';
import { targetBelow } from '../design/link.tsx';
import { LONGEST_TARGET, PendingSignIns } from '../forms/pendingSignIns.ts';
import { assertSameOrigin } from '../http/assertSameOrigin.ts';
import { setPagePolicy } from '../http/pagePolicy.ts';
import { AccountCookie } from './accountCookie.ts';
import { SIGN_IN_PATH, SIGN_OUT_PATH, SIGNED_IN_PATH, SIGNED_OUT_PATH } from './paths.ts';
import { type AccountPorts, foundSession, portalOrigin, sentForm } from './personalRequest.ts';
import { signedOutPage, signInPage } from './signPages.tsx';

/** The pages of sign-in and sign-out. @param endEverything signs a person out everywhere */
export function signInPages(
  ports: AccountPorts,
  endEverything: (session: PortalSession, response: RestResponse) => Promise<void>,
): readonly Page[] {
  const { portal } = ports;
  const { signIn } = portal;
  return [
    ...(signIn.kind === 'password' ? [passwordPage(portal, signIn)] : issuerPages(ports, signIn)),
    {
      path: SIGN_OUT_PATH,
      methods: ['POST'],
      isPrivate: true,
      async serve(response, request) {
        // Not charged: a person who has used up her changes may still sign out.
        const session = await foundSession(portal, request);
        if (session !== null) {
          const { name } = await sentForm(portal, session, request, response);
          if (name === 'everywhere') await endEverything(session, response);
          await portal.end(session, response.locals.address);
          new AccountCookie('session', portalOrigin(portal, request)).clear(response);
        }
        response.redirect(303, SIGNED_OUT_PATH);
      },
    },
    {
      path: SIGNED_OUT_PATH,
      isPrivate: true,
      async serve(response, request) {
        const by = new URLSearchParams(request.url.split('?')[1]).get('by');
        sendPage(response, 200, signedOutPage(by === 'password' || by === 'account' ? by : 'session'));
      },
    },
  ];
}

/** The form of name and password. */
function passwordPage(portal: Portal, signIn: PasswordSignIn): Page {
  return {
    path: SIGN_IN_PATH,
    methods: ['GET', 'POST'],
    isPrivate: true,
    async serve(response, request) {
      const origin = portalOrigin(portal, request);
      const cookie = new AccountCookie('session', origin);
      if (request.method !== 'POST') {
        const to = ownTarget(new URLSearchParams(request.url.split('?')[1]).get('to') ?? '');
        sendPage(response, 200, signInPage({ kind: 'password', to }));
        return;
      }
      assertSameOrigin(request, origin);
      const fields = await readForm(request, response);
      const [name, to] = [fields.get('name') ?? '', ownTarget(fields.get('to') ?? '')];
      try {
        const given = { name, password: fields.get('password') ?? '', address: response.locals.address };
        await enter({ portal, cookie, session: await signIn.begin(given), to }, request, response);
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        if (error.retryAfterSeconds !== null) response.setHeader('Retry-After', error.retryAfterSeconds);
        sendPage(response, error.status, signInPage({ kind: 'password', to, name, fault: error.message }));
      }
    },
  };
}

/** The ways to OAUTH_ISSUER and back. */
function issuerPages(ports: AccountPorts, signIn: IssuerSignIn): readonly Page[] {
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
        const { url, pending } = await signIn.begin(origin).catch(asProblem);
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
          const session = await signIn.finish(callback, pending, response.locals.address);
          await enter({ portal, cookie, session, to: ownTarget(pending.to) }, request, response);
        } catch (error) {
          if (!(error instanceof SignInRefused)) throw asProblem(error);
          refuse(response, error.message, error.status);
        }
      },
    },
  ];
}

interface Entered {
  readonly portal: Portal;
  readonly cookie: AccountCookie;
  readonly session: PortalSession;
  readonly to: string;
}

/** Gives the browser its session; an earlier one of it ends. */
async function enter(
  { portal, cookie, session, to }: Entered,
  request: RestRequest,
  response: RestResponse,
): Promise<void> {
  const earlier = await portal.find(cookie.read(request));
  if (earlier !== null) await portal.end(earlier, response.locals.address);
  cookie.set(response, session.cookie);
  response.redirect(303, to);
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

function refuse(response: RestResponse, reason: string, status = 400): void {
  sendPage(response, status, signInPage({ kind: 'issuer', to: '/account', fault: reason }));
}

function asProblem(error: unknown): never {
  if (error instanceof IssuerAway) throw temporaryProblem('service_unavailable', 'The issuer does not answer.', error);
  throw error;
}

/** The target where it is a page of the account, else the account's first page: no redirect leaves it. */
export function ownTarget(to: string): string {
  return targetBelow('/account', to.length > LONGEST_TARGET ? '' : to);
}
