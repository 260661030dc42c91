import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { isPrivateOrigin, PageCookie } from '../../base/pageCookie.ts';
import { clientAddress } from '../../graph/caller/clientAddress.ts';
import type { PortalSession, Sessions } from '../../graph/caller/portal.ts';
import type { Quotas } from '../../graph/caller/quotas.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import { readForm } from '../../rest/body/readBody.ts';
import type { CallerFacts } from '../../rest/http/requestFacts.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { queryOf } from '../design/link.tsx';
import { assertSameOrigin } from '../http/pages.ts';

/** What a page reads of a request, at either listener. */
export type PersonalRequest = IncomingMessage &
  Pick<Request<Record<string, string>>, 'params' | 'path' | 'originalUrl' | 'protocol' | 'host' | 'ip'>;

export type PersonalResponse = ServerResponse &
  Pick<Response<unknown, { caller?: CallerFacts }>, 'redirect' | 'locals'>;

/** A path of a place. */
export interface Route {
  /** With `:name` for parameters. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'POST')[];
  serve(response: PersonalResponse, request: PersonalRequest): Promise<void>;
}

/** The page that asks a person to sign in. */
export interface SignInView {
  /** The page that follows. */
  readonly to: string;
  /** The name typed before; default: none. */
  readonly name?: string;
  /** Why signing in failed; default: it did not. */
  readonly fault?: string;
}

/** The account, or the desk: where people sign in to pages of their own. */
export interface Place {
  readonly sessions: Sessions;
  /** Null: nothing is counted. */
  readonly quotas: Quotas | null;
  readonly schema: GraphQLSchema;
  /** The names of its cookies. */
  readonly cookies: { readonly session: string; readonly signIn: string };
  readonly paths: { readonly signIn: string; readonly signedIn: string; readonly signOut: string };
  /** Why plain http is refused beyond this computer, where anybody on the way could read a cookie, and what to do. */
  readonly onlyPrivate: string;
  /** The text of a page that is not there. */
  readonly nothing: string;
  /** Refusals of forms that are answered as if the page were not there. */
  readonly hidden: readonly string[];
  /** The origin of the pages: as configured, else as the browser reached them. */
  originOf(request: PersonalRequest): string;
  /** The subject of the quotas of views and changes. */
  countedAs(session: PortalSession): string;
  createContext(session: PortalSession, address: string): GraphContext;
  /** The target where it is a page of this place, else its first page: no redirect leaves it. */
  targetOf(to: string): string;
  signInPage(view: SignInView): string;
  send(response: PersonalResponse, status: number, html: string): void;
  /** Answers a browser that is signed out. */
  sendSignedOut(response: PersonalResponse): void;
}

/** The browser's address, as TRUST_PROXY says. */
export function addressOf({ ip, socket }: PersonalRequest): string {
  return clientAddress(ip, socket.remoteAddress);
}

export function queryIn({ originalUrl }: PersonalRequest): URLSearchParams {
  return queryOf(originalUrl);
}

/**
 * A cookie of a place.
 * @param name default: that of its sessions
 * @throws ProblemError invalid_request for plain http beyond this computer
 */
export function cookieOf(place: Place, request: PersonalRequest, name = place.cookies.session): PageCookie {
  const origin = place.originOf(request);
  if (!isPrivateOrigin(origin)) throw new ProblemError('invalid_request', place.onlyPrivate);
  return new PageCookie(name, origin);
}

/**
 * A form that a person sent from a page of her session. `isFirst`: not sent before; a repeated one must change nothing.
 * @throws ProblemError 400 for a form of another site, 413, 415
 */
export async function sentForm(
  place: Place,
  session: PortalSession,
  request: PersonalRequest,
  response: PersonalResponse,
) {
  assertSameOrigin(request, place.originOf(request));
  const fields = await readForm(request, response);
  const isFirst = await place.sessions.spendForm(session, fields.get('number') ?? '');
  return { name: fields.get('form') ?? '', fields, isFirst };
}
