import type { Portal, PortalSession } from '../../graph/caller/portal.ts';
import type { Quotas } from '../../graph/caller/quotas.ts';
import { subjectDigest } from '../../rest/admission/callerFacts.ts';
import { quotaExceeded } from '../../rest/admission/quotaHeaders.ts';
import { readForm } from '../../rest/body/readBody.ts';
import { originOf } from '../../rest/http/originOf.ts';
import type { RestRequest, RestResponse } from '../../rest/http/requestFacts.ts';
import type { SentForm } from '../forms/answerVisit.ts';
import { assertSameOrigin } from '../http/assertSameOrigin.ts';
import { AccountCookie } from './accountCookie.ts';

/** The ports of the account's pages. */
export interface AccountPorts {
  readonly portal: Portal;
  readonly quotas: Quotas;
}

/** The origin of the pages: as configured, else as the browser reached them. */
export function portalOrigin({ publicUrl }: Pick<Portal, 'publicUrl'>, request: RestRequest): string {
  return publicUrl ?? originOf(request);
}

/** The session of the browser; null where nobody is signed in. */
export function foundSession(portal: Portal, request: RestRequest): Promise<PortalSession | null> {
  return portal.find(new AccountCookie('session', portalOrigin(portal, request)).read(request));
}

/**
 * The session of the browser, which counts as a view or a change of its person.
 * @returns null where nobody is signed in
 * @throws ProblemError 400, 429
 */
export async function sessionOf(
  { portal, quotas }: AccountPorts,
  request: RestRequest,
  response: RestResponse,
): Promise<PortalSession | null> {
  const session = await foundSession(portal, request);
  if (session === null) return null;
  const { address } = response.locals;
  response.locals.caller = { quota: 'account', address, sub: subjectDigest(session.subject) };
  const [counter, what] =
    request.method === 'POST' ? (['accountChanges', 'changes'] as const) : (['accountViews', 'views'] as const);
  const state = await quotas.charge(counter, session.subject);
  if (state.exceeded) throw quotaExceeded(state, `You have made your ${state.limit} ${what} of this minute`);
  return session;
}

/** @throws ProblemError 400 for a form of another site, 413, 415 */
export async function sentForm(
  portal: Portal,
  session: PortalSession,
  request: RestRequest,
  response: RestResponse,
): Promise<SentForm> {
  assertSameOrigin(request, portalOrigin(portal, request));
  const fields = await readForm(request, response);
  const isFirst = await portal.spendForm(session, fields.get('number') ?? '');
  return { name: fields.get('form') ?? '', fields, isFirst };
}
