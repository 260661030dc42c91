import type { PortalSession } from '../../graph/caller/portal.ts';
import { GraphFailure } from '../../graph/schema/execution.ts';
import { subjectDigest } from '../../rest/admission/callerFacts.ts';
import { quotaExceeded } from '../../rest/admission/quotaHeaders.ts';
import { queryTexts, rawQueryOf } from '../../rest/parameters/read.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { toProblem } from '../../rest/problem/toProblem.ts';
import {
  addressOf,
  cookieOf,
  type PersonalRequest,
  type PersonalResponse,
  type Place,
  type Route,
  sentForm,
} from './place.ts';
import { askOf, type PersonalPage, type Visit } from './visit.ts';

/** What names a browser or a system in `User-Agent`, those first that also say the name of another. */
const BROWSERS = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' };
const SYSTEMS = { Android: 'Android', iPhone: 'iOS', iPad: 'iPadOS', Windows: 'Windows', Mac: 'macOS', Linux: 'Linux' };

/** A browser as its person knows it, such as `Firefox on Linux`; null for one that names itself in no known way. */
function browserOf(userAgent = ''): string | null {
  const nameIn = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).find(([said]) => userAgent.includes(said))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser === undefined) return null;
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** Serves a page to people who are signed in. */
export function personalRoute(page: PersonalPage, place: Place): Route {
  const { forms = {} } = page;

  const serve = async (response: PersonalResponse, request: PersonalRequest): Promise<void> => {
    const cookie = cookieOf(place, request).read(request);
    const session = await place.sessions.find(cookie, browserOf(request.headers['user-agent']));
    if (session === null) {
      const to = place.targetOf(request.method === 'GET' ? request.originalUrl : request.path);
      place.send(response, 401, place.signInPage({ to }));
      return;
    }
    // The name of who entered by a link was chosen there: it is no person's sub.
    const who = session.isInvited === true ? {} : { sub: subjectDigest(session.subject) };
    response.locals.caller = { quota: 'account', address: addressOf(request), ...who };
    await charge(place, session, request);
    const visit = visitOf(session, request);
    // A new visit: the loaders of the first hold the state before the form changed it.
    const show = async (status: number, more: Partial<Visit>) =>
      place.send(response, status, await page.render({ ...visitOf(session, request), ...more }));
    if (request.method !== 'POST') {
      const shown = await page.render(visit).catch((error: unknown) => {
        throw refusalOf(error);
      });
      return place.send(response, 200, shown);
    }
    const { name, fields, isFirst } = await sentForm(place, session, request, response);
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined) throw new ProblemError('invalid_request', 'This page has no such form.');
    const refuse = (status: number, message: string) => show(status, { fault: { form: name, message, fields } });
    if (!isFirst) {
      const why = fields.has('number') ? 'Already submitted' : 'Reload the page: the form has no number';
      return await refuse(409, `${why}: nothing was changed this time.`);
    }
    const outcome = await form(visit, fields).catch((error: unknown) => refusalOf(error));
    if (outcome instanceof ProblemError) {
      if (place.hidden.includes(outcome.code)) throw outcome;
      await refuse([409, 429].includes(outcome.status) ? outcome.status : 400, outcome.message);
    } else if ('to' in outcome) response.redirect(303, outcome.to);
    else await show(200, outcome);
  };

  const visitOf = (session: PortalSession, request: PersonalRequest): Visit => {
    const context = place.createContext(session, addressOf(request));
    const given = { ...queryTexts(page.query ?? [], rawQueryOf(request.originalUrl)), ...request.params };
    return {
      ask: askOf(place.schema, context),
      now: context.now(),
      subject: session.subject,
      session: session.id,
      texts: Object.fromEntries(Object.entries(given).filter(([, text]) => text !== '')),
      path: request.path,
      hasSearch: context.search !== null,
      origin: place.originOf(request),
      notice: null,
      fault: null,
    };
  };

  return {
    path: page.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    methods: Object.keys(forms).length === 0 ? ['GET'] : ['GET', 'POST'],
    async serve(response, request) {
      try {
        await serve(response, request);
      } catch (error) {
        // A person learns nothing of what belongs to others, not even that it exists.
        const isNothing = ['not_found', 'not_owner'].includes(toProblem(error).code);
        throw isNothing ? new ProblemError('not_found', place.nothing) : error;
      }
    },
  };
}

/** Counts a view or a change of a person. @throws ProblemError quota_exceeded */
async function charge(place: Place, session: PortalSession, { method }: PersonalRequest): Promise<void> {
  const [counter, what] =
    method === 'POST' ? (['accountChanges', 'changes'] as const) : (['accountViews', 'views'] as const);
  const state = await place.quotas?.charge(counter, place.countedAs(session));
  if (state?.exceeded) throw quotaExceeded(state, `You have made your ${state.limit} ${what} of this minute`);
}

/** What the page's own operation refuses of a text is a wrong input, though the document is ours. @throws what fails */
function refusalOf(error: unknown): ProblemError {
  const isInput = error instanceof GraphFailure && ['invalid_request', 'invalid_parameter'].includes(error.code);
  const problem = toProblem(error);
  if (problem.status < 500) return problem;
  if (isInput) return new ProblemError('invalid_request', error.message);
  throw error;
}
