import type { PageCookie } from '../../base/pageCookie.ts';
import {
  IssuerAway,
  type IssuerSignIn,
  type PasswordSignIn,
  type PortalSession,
  SignInRefused,
} from '../../graph/caller/portal.ts';
import { quotaExceeded } from '../../rest/admission/quotaHeaders.ts';
import { readForm } from '../../rest/body/readBody.ts';
import { temporaryProblem } from '../../rest/problem/toProblem.ts';
import { assertSameOrigin } from '../http/pages.ts';
import {
  addressOf,
  cookieOf,
  type PersonalRequest,
  type PersonalResponse,
  type Place,
  queryIn,
  type Route,
  sentForm,
} from './place.ts';

/** The routes of sign-in and sign-out. */
export function signInRoutes(place: Place): readonly Route[] {
  const { paths, sessions } = place;
  const { signIn } = sessions;
  return [
    ...(signIn === null
      ? []
      : signIn.kind === 'password'
        ? [passwordRoute(place, signIn)]
        : issuerRoutes(place, signIn)),
    {
      path: paths.signOut,
      methods: ['POST'],
      async serve(response, request) {
        // Not charged: a person who has used up her changes may still sign out.
        const cookie = cookieOf(place, request);
        const session = await sessions.find(cookie.read(request));
        if (session !== null) {
          await sentForm(place, session, request, response);
          await sessions.end(session, addressOf(request));
          cookie.clear(response);
        }
        place.sendSignedOut(response);
      },
    },
  ];
}

/** The form of name and password. */
function passwordRoute(place: Place, signIn: PasswordSignIn): Route {
  return {
    path: place.paths.signIn,
    methods: ['GET', 'POST'],
    async serve(response, request) {
      const cookie = cookieOf(place, request);
      if (request.method !== 'POST') {
        place.send(response, 200, place.signInPage({ to: place.targetOf(queryIn(request).get('to') ?? '') }));
        return;
      }
      assertSameOrigin(request, place.originOf(request));
      const fields = await readForm(request, response);
      const [name, to] = [fields.get('name') ?? '', place.targetOf(fields.get('to') ?? '')];
      try {
        const given = { name, password: fields.get('password') ?? '', address: addressOf(request) };
        await enter(place, cookie, await signIn.begin(given), request, response);
        response.redirect(303, to);
      } catch (error) {
        if (!(error instanceof SignInRefused)) throw error;
        if (error.retryAfterSeconds !== null) response.setHeader('Retry-After', error.retryAfterSeconds);
        place.send(response, error.status, place.signInPage({ to, name, fault: error.message }));
      }
    },
  };
}

/** How long a person may take to sign in. */
const SIGN_IN_S = 900;

/** A longer target would not fit into a cookie: browsers drop one of more than 4 kB. */
const LONGEST_TARGET = 400;

/** A site that begins sign-ins in its visitors' browsers must not fill the headers of their requests. */
const MOST_BEGUN = 5;

/** What a browser keeps of a sign-in that it has begun: each tab may have one, so each has a cookie. */
function begunCookie(place: Place, state: string, request: PersonalRequest): PageCookie {
  return cookieOf(place, request, `${place.cookies.signIn}-${state}`);
}

/** Removes all but the latest sign-ins that a browser has begun; it sends the earliest first. */
function forgetEarlier(place: Place, request: PersonalRequest, response: PersonalResponse): void {
  const begun = new RegExp(`catalog-${place.cookies.signIn}-([\\w-]+)=`, 'g');
  const states = [...(request.headers.cookie ?? '').matchAll(begun)].map(([, state = '']) => state);
  for (const state of states.slice(0, 1 - MOST_BEGUN)) begunCookie(place, state, request).clear(response);
}

/** The ways to OAUTH_ISSUER and back. */
function issuerRoutes(place: Place, signIn: IssuerSignIn): readonly Route[] {
  return [
    {
      path: place.paths.signIn,
      methods: ['GET'],
      async serve(response, request) {
        const asked = queryIn(request).get('to') ?? '';
        const to = place.targetOf(asked.length > LONGEST_TARGET ? '' : asked);
        await countAtIssuer(place, request);
        const { url, pending } = await signIn.begin(place.originOf(request)).catch(asProblem);
        const kept = Buffer.from(String(new URLSearchParams({ ...pending, to })));
        forgetEarlier(place, request, response);
        begunCookie(place, pending.state, request).set(response, kept.toString('base64url'), SIGN_IN_S);
        redirectUnkept(response, url.href);
      },
    },
    {
      path: place.paths.signedIn,
      methods: ['GET'],
      async serve(response, request) {
        const state = queryIn(request).get('state') ?? '';
        const begun = begunCookie(place, state, request);
        const kept = new URLSearchParams(Buffer.from(begun.read(request), 'base64url').toString());
        const refuse = (status: number, fault: string) =>
          place.send(response, status, place.signInPage({ to: place.targetOf(''), fault }));
        if (kept.get('state') !== state) {
          return refuse(400, 'The sign-in took too long, or began in another browser.');
        }
        begun.clear(response);
        const callback = new URL(request.originalUrl, place.originOf(request));
        await countAtIssuer(place, request);
        try {
          const pending = { state, nonce: kept.get('nonce') ?? '', verifier: kept.get('verifier') ?? '' };
          const session = await signIn.finish(callback, pending, addressOf(request));
          await enter(place, cookieOf(place, request), session, request, response);
          redirectUnkept(response, place.targetOf(kept.get('to') ?? ''));
        } catch (error) {
          if (!(error instanceof SignInRefused)) return asProblem(error);
          refuse(error.status, error.message);
        }
      },
    },
  ];
}

/** Gives the browser its session; an earlier one of it ends. */
export async function enter(
  { sessions }: Pick<Place, 'sessions'>,
  cookie: PageCookie,
  session: PortalSession,
  request: PersonalRequest,
  response: PersonalResponse,
): Promise<void> {
  const earlier = await sessions.find(cookie.read(request));
  if (earlier !== null) await sessions.end(earlier, addressOf(request));
  cookie.set(response, session.cookie);
}

function redirectUnkept(response: PersonalResponse, to: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(303, to);
}

/** Limits how often an address makes this service call the issuer. @throws ProblemError quota_exceeded */
async function countAtIssuer({ quotas }: Place, request: PersonalRequest): Promise<void> {
  const state = await quotas?.charge('issuer', addressOf(request));
  if (state?.exceeded) throw quotaExceeded(state, `This address has made its ${state.limit} requests of sign-ins`);
}

function asProblem(error: unknown): never {
  if (error instanceof IssuerAway) throw temporaryProblem('service_unavailable', 'The issuer does not answer.', error);
  throw error;
}
