import type { GraphQLSchema } from 'graphql';
import { ACCOUNT_SIGNED_IN_PATH, type Portal, type PortalAccess } from '../../graph/caller/portal.ts';
import type { Quotas } from '../../graph/caller/quotas.ts';
import type { Viewer } from '../../graph/model/viewer.ts';
import type { GraphContext } from '../../graph/schema/context.ts';
import { originOf } from '../../rest/http/originOf.ts';
import type { Page } from '../../rest/pages/page.ts';
import { targetBelow } from '../design/link.tsx';
import { personalRoute } from '../forms/personalRoute.ts';
import { type Place, queryIn, type Route } from '../forms/place.ts';
import { signInRoutes } from '../forms/signInRoutes.ts';
import type { PersonalPage } from '../forms/visit.ts';
import { sendPage } from '../http/pages.ts';
import { SIGN_IN_PATH, SIGN_OUT_PATH, SIGNED_OUT_PATH } from './accountShell.tsx';
import { applicationsPage } from './applicationsPage.tsx';
import { deliveriesPage } from './deliveriesPage.tsx';
import { deliveryPage } from './deliveryPage.tsx';
import { invitationRoute } from './invitationPage.tsx';
import { keyPage } from './keyPage.tsx';
import { keysPage } from './keysPage.tsx';
import { settingsPage } from './settingsPage.tsx';
import { noSignInPage, signedOutPage, signInPage } from './signPages.tsx';
import { tokensPage } from './tokensPage.tsx';
import { webhookPage } from './webhookPage.tsx';
import { webhooksPage } from './webhooksPage.tsx';
import { youPage } from './youPage.tsx';

interface AccountSettings {
  readonly access: PortalAccess;
  readonly quotas: Quotas;
  readonly schema: GraphQLSchema;
  readonly createContext: (viewer: Viewer, address: string) => GraphContext;
}

/** Every page of the account. */
export const accountTable: readonly PersonalPage[] = [
  applicationsPage,
  keysPage,
  keyPage,
  webhooksPage,
  webhookPage,
  deliveriesPage,
  deliveryPage,
  settingsPage,
  tokensPage,
  youPage,
];

/** The pages where people manage what is theirs. */
export function accountPages(settings: AccountSettings): readonly Page[] {
  const { access } = settings;
  if (access.kind === 'missing') {
    const serve: Page['serve'] = async (response) => sendPage(response, 200, noSignInPage(access.remedy));
    return [{ path: '/account{/*rest}', isPrivate: true, serve }];
  }
  const place = accountPlace(access.portal, settings);
  const signedOut: Route = {
    path: SIGNED_OUT_PATH,
    methods: ['GET'],
    serve: async (response, request) => sendPage(response, 200, signedOutPage(queryIn(request).get('by'))),
  };
  const routes = [
    ...signInRoutes(place),
    signedOut,
    invitationRoute(place, (address) => settings.createContext({ kind: 'public' }, address)),
    ...accountTable.map((page) => personalRoute(page, place)),
  ];
  return routes.map((route) => ({ ...route, isPrivate: true }));
}

function accountPlace(portal: Portal, { quotas, schema, createContext }: AccountSettings): Place {
  return {
    sessions: portal,
    quotas,
    schema,
    cookies: { session: 'session', signIn: 'sign-in' },
    paths: { signIn: SIGN_IN_PATH, signedIn: ACCOUNT_SIGNED_IN_PATH, signOut: SIGN_OUT_PATH },
    onlyPrivate: 'The account pages need https, except on the machine of the service: open their https address.',
    nothing: 'Page not found, or not yours.',
    hidden: ['not_found', 'not_owner'],
    originOf: (request) => portal.publicUrl ?? originOf(request),
    countedAs: ({ subject }) => subject,
    createContext: ({ subject, id }, address) =>
      createContext({ kind: 'user', subject, scopes: new Set<string>(), session: id }, address),
    targetOf: (to) => targetBelow('/account', to),
    signInPage: (view) => signInPage(portal.signIn.kind, view),
    send: sendPage,
    sendSignedOut: (response) => response.redirect(303, SIGNED_OUT_PATH),
  };
}
