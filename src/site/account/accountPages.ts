import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import type { PortalAccess, PortalSession } from '../../graph/caller/portal.ts';
import type { Quotas } from '../../graph/caller/quotas.ts';
import type { Viewer } from '../../graph/model/viewer.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import { prepare } from '../../graph/schema/execution.ts';
import { graphql } from '../../graph/schema/operation.ts';
import type { RequestFacts, RestRequest, RestResponse } from '../../rest/http/requestFacts.ts';
import type { Page } from '../../rest/pages/page.ts';
import { OperationParameters } from '../../rest/parameters/read.ts';
import { ProblemError } from '../../rest/problem/problemError.ts';
import { toProblem } from '../../rest/problem/toProblem.ts';
import { answerVisit } from '../forms/answerVisit.ts';
import type { AccountPage, Visit } from '../forms/visit.ts';
import { accountTable } from './accountTable.ts';
import { invitationPages } from './invitationPages.ts';
import { type AccountPorts, portalOrigin, sentForm, sessionOf } from './personalRequest.ts';
import { ownTarget, sendPage, signInPages } from './signInPages.ts';
import { noSignInPage, signInPage } from './signPages.tsx';

export interface AccountSettings {
  readonly access: PortalAccess;
  readonly quotas: Quotas;
  readonly schema: GraphQLSchema;
  readonly createContext: (viewer: Viewer, facts: RequestFacts) => GraphContext;
}

const everything = graphql(`
  mutation AccountEndEverything($input: RevokeUserTokensInput!) {
    revokeUserTokens(input: $input) { notBefore }
  }
`);

/** The pages where people manage what is theirs. */
export function accountPages(settings: AccountSettings): readonly Page[] {
  const { access, quotas } = settings;
  if (access.kind === 'missing') {
    const serve: Page['serve'] = async (response) => sendPage(response, 200, noSignInPage(access.remedy));
    return [{ path: '/account{/*rest}', isPrivate: true, serve }];
  }
  const ports = { portal: access.portal, quotas };
  const end = prepare(settings.schema, everything);
  const endEverything = async ({ subject }: PortalSession, response: RestResponse) => {
    const context = settings.createContext({ kind: 'user', subject, scopes: new Set<string>() }, response.locals);
    await end(context, { input: { user: subject } });
  };
  const invitation = invitationPages({
    publicUrl: access.portal.publicUrl,
    prepare: (operation) => prepare(settings.schema, operation),
    createContext: (facts) => settings.createContext({ kind: 'public' }, facts),
  });
  return [
    ...signInPages(ports, endEverything),
    ...invitation,
    ...accountTable.map((page) => personalPage(page, ports, settings)),
  ];
}

function personalPage(page: AccountPage, ports: AccountPorts, settings: AccountSettings): Page {
  const { portal } = ports;
  const parameters = new OperationParameters(
    page.path,
    Object.fromEntries((page.query ?? []).map((name) => [name, z.string()])),
  );
  let prepared: ReturnType<AccountPage['prepare']> | null = null;

  const serve = async (response: RestResponse, request: RestRequest): Promise<void> => {
    const session = await sessionOf(ports, request, response);
    if (session === null) {
      sendPage(
        response,
        401,
        signInPage({ kind: portal.signIn.kind, to: ownTarget(request.method === 'GET' ? request.url : request.path) }),
      );
      return;
    }
    prepared ??= page.prepare((operation) => prepare(settings.schema, operation));
    const answer = await answerVisit({
      page: prepared,
      newVisit: () => visitOf(session, request, response),
      read: request.method === 'POST' ? () => sentForm(portal, session, request, response) : null,
      refusalOf,
    });
    if (answer === null) throw new ProblemError('invalid_request', 'This page has no such form.');
    if ('to' in answer) response.redirect(303, answer.to);
    else sendPage(response, answer.status, answer.html);
  };

  const visitOf = ({ subject, ...session }: PortalSession, request: RestRequest, response: RestResponse): Visit => {
    const mark = request.url.indexOf('?');
    const query = mark === -1 ? null : request.url.slice(mark + 1);
    const viewer = { kind: 'user', subject, scopes: new Set<string>(), session: session.id } as const;
    return {
      context: settings.createContext(viewer, response.locals),
      subject,
      session: session.id,
      texts: parameters.texts({ query, pathParameters: request.params }),
      path: request.path,
      origin: portalOrigin(portal, request),
      notice: null,
      fault: null,
    };
  };

  return {
    path: page.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    methods: page.forms.length === 0 ? ['GET'] : ['GET', 'POST'],
    isPrivate: true,
    async serve(response, request) {
      try {
        await serve(response, request);
      } catch (error) {
        // A person learns nothing of what belongs to others, not even that it exists.
        throw HIDDEN.includes(toProblem(error).code) ? nothing() : error;
      }
    },
  };
}

const HIDDEN: readonly string[] = ['not_found', 'not_owner'];

function refusalOf(error: unknown): { readonly status: number; readonly message: string } | null {
  const { status, message, code } = toProblem(error);
  if (status >= 500 || HIDDEN.includes(code)) return null;
  return { status: [409, 429].includes(status) ? status : 400, message };
}

function nothing(): ProblemError {
  return new ProblemError('not_found', 'There is nothing at this path, or nothing of yours.');
}
