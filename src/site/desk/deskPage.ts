import type { Request } from 'express';
import type { DeskSession } from '../../graph/caller/desk.ts';
import { CatalogError } from '../../graph/model/errors.ts';
import { createContext } from '../../graph/schema/context.ts';
import { GraphFailure, prepare } from '../../graph/schema/execution.ts';
import type { ToolResponse } from '../../internal/toolError.ts';
import { answerVisit } from '../forms/answerVisit.ts';
import type { AccountPage, Visit } from '../forms/visit.ts';
import { deskClosedPage } from './closedPage.tsx';
import { DeskError, tooMany } from './deskError.ts';
import { addressOf, deskCookie, originOf, sentForm } from './deskSession.ts';
import type { DeskSettings } from './deskSettings.ts';
import { sendDeskPage } from './sendDeskPage.ts';

/** Serves a page of the desk to reviewers who are signed in, as the viewer `tool` with their name. */
export function deskPage(page: AccountPage, settings: DeskSettings) {
  const { desk, schema, ports } = settings;
  let prepared: ReturnType<AccountPage['prepare']> | null = null;

  return async (request: Request, response: ToolResponse): Promise<void> => {
    const session = await desk.find(deskCookie(settings, request).read(request));
    if (session === null) {
      const to = request.method === 'GET' ? request.originalUrl : request.path;
      return sendDeskPage(response, 401, deskClosedPage(desk.signIn === null ? null : { kind: desk.signIn.kind, to }));
    }
    await charge(session, request.method);
    prepared ??= page.prepare((operation) => prepare(schema, operation));
    const { render, forms } = prepared;
    const answer = await answerVisit({
      page: { forms, render: (visit) => render(visit).catch(refusedPage) },
      newVisit: () => visitOf(session, request),
      read: request.method === 'POST' ? () => sentForm(settings, session, request) : null,
      refusalOf,
    });
    if (answer === null) throw new DeskError(400, 'This page has no such form.');
    if ('to' in answer) response.redirect(303, answer.to);
    else sendDeskPage(response, answer.status, answer.html);
  };

  async function charge({ subject }: DeskSession, method: string): Promise<void> {
    const counter = method === 'POST' ? 'accountChanges' : 'accountViews';
    const state = await ports.quotas?.charge(counter, `desk ${subject}`);
    if (state?.exceeded) throw tooMany(state, `You have made your ${state.limit} requests of this minute`);
  }

  function visitOf({ subject, isInvited, ...session }: DeskSession, request: Request): Visit {
    const given = (page.query ?? []).flatMap((name) => {
      const value = request.query[name];
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
    });
    return {
      context: createContext(ports, { kind: 'tool', actor: subject, isAtDesk: !isInvited }, addressOf(request)),
      subject,
      session: session.id,
      texts: { ...Object.fromEntries(given), ...(request.params as Record<string, string>) },
      path: request.path,
      origin: originOf(settings, request),
      notice: null,
      fault: null,
    };
  }
}

const STATUS: Readonly<Partial<Record<GraphFailure['code'], number>>> = {
  conflict: 409,
  not_found: 404,
  invalid_parameter: 400,
  invalid_request: 400,
  invalid_cursor: 400,
};

/** The status of a refusal by the graph; null for a failure. */
function statusOf(error: unknown): number | null {
  const isOurs = error instanceof GraphFailure || error instanceof CatalogError;
  return isOurs ? (STATUS[error.code] ?? null) : null;
}

function refusalOf(error: unknown): { readonly status: number; readonly message: string } | null {
  const status = statusOf(error);
  if (status === null || !(error instanceof Error)) return null;
  // A missing subject of the form is a wrong input: the page itself is still there.
  return { status: status === 404 ? 400 : status, message: error.message };
}

/** The error for a page that cannot be shown; a malformed identifier names nothing, which is 404. */
function refusedPage(error: unknown): never {
  const status = statusOf(error);
  if (status === null || !(error instanceof Error)) throw error;
  throw status === 409 ? new DeskError(409, error.message) : nothing();
}

function nothing(): DeskError {
  return new DeskError(404, 'The desk has nothing at this path.');
}
