import express, { type Request, type Response, type Router } from 'express';
import type OidcProvider from 'oidc-provider';
import type { Database } from '../../database/database.ts';
import type { Quotas } from '../../graph/caller/quotas.ts';
import { formPolicy } from './formPolicy.ts';
import { judgeSignIn } from './judgeSignIn.ts';
import { consentPage, isKnownScope } from './pages/consentPage.tsx';
import { errorPage } from './pages/errorPage.tsx';
import { signInPage } from './pages/signInPage.tsx';
import { parseForm } from './requestBody.ts';

interface InteractionsSettings {
  readonly database: Pick<Database, 'client'>;
  readonly quotas: Quotas;
  /** The provider that started the interaction. */
  readonly providerOf: (request: Request) => Promise<OidcProvider>;
  /** The client's address, for the quota of attempts. */
  readonly addressOf: (request: Request) => string;
}

type Interaction = Awaited<ReturnType<OidcProvider['interactionDetails']>>;

/**
 * The pages of sign-in and consent, without a script. A cookie limited to the interaction's path protects it from posts
 * by other sites.
 */
export function interactions({ database, quotas, providerOf, addressOf }: InteractionsSettings): Router {
  const router = express.Router();
  router.use(parseForm);

  const withInteraction =
    (
      answer: (step: {
        request: Request;
        response: Response;
        provider: OidcProvider;
        interaction: Interaction;
      }) => Promise<void>,
    ) =>
    async (request: Request, response: Response): Promise<void> => {
      const provider = await providerOf(request);
      const interaction = await provider.interactionDetails(request, response).catch((error: Error) => {
        if (error.name === 'SessionNotFound') return null;
        throw error;
      });
      if (interaction === null || request.params.uid !== interaction.uid) {
        response.status(400).send(errorPage('invalid_request', 'This sign-in has ended, or began in another browser.'));
        return;
      }
      response.set('Content-Security-Policy', formPolicy(interaction.params.redirect_uri));
      await answer({ request, response, provider, interaction });
    };

  router.get(
    '/:uid',
    withInteraction(async ({ request, response, provider, interaction }) => {
      response.send(await pageOf(provider, interaction, request.query.account === 'other'));
    }),
  );

  router.post(
    '/:uid/sign-in',
    withInteraction(async ({ request, response, provider, interaction }) => {
      const { name, password } = readForm(request);
      // Taken before the password is looked up: a password replaced while the check waits starts no session.
      const ts = Math.floor(Date.now() / 1000);
      const fault = await judgeSignIn({ database, quotas }, { name, password, address: addressOf(request) });
      if (fault === null) {
        await leaveOtherSession(provider, interaction, name);
        const login = { accountId: name, remember: false, ts };
        await provider.interactionFinished(request, response, { login });
        return;
      }
      response.status(fault.status);
      if (fault.retryAfter !== undefined) response.set('Retry-After', String(fault.retryAfter));
      const client = await clientName(provider, interaction);
      response.send(signInPage({ action: actionOf(interaction), client, name, fault: fault.text }));
    }),
  );

  router.post(
    '/:uid/consent',
    withInteraction(async ({ request, response, provider, interaction }) => {
      const { session, prompt, params, grantId } = interaction;
      if (prompt.name !== 'consent' || session === undefined) {
        response.redirect(303, actionOf(interaction));
        return;
      }
      const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
      const grant =
        existing ?? new provider.Grant({ accountId: session.accountId, clientId: String(params.client_id) });
      const { missingOIDCScope, missingResourceScopes } = missing(interaction);
      if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(' '));
      for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
        grant.addResourceScope(resource, scopes.join(' '));
      }
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }),
  );

  router.post(
    '/:uid/cancel',
    withInteraction(async ({ request, response, provider }) => {
      const refusal = { error: 'access_denied', error_description: 'The user did not agree.' };
      await provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
    }),
  );

  return router;
}

/** @param isOther whether somebody else than the session's user wants to sign in */
async function pageOf(provider: OidcProvider, interaction: Interaction, isOther: boolean): Promise<string> {
  const action = actionOf(interaction);
  const client = await clientName(provider, interaction);
  const { prompt, session, params } = interaction;
  if (prompt.name !== 'consent' || session === undefined || isOther) {
    return signInPage({ action, client, name: '', fault: null });
  }
  const { missingOIDCScope, missingResourceScopes } = missing(interaction);
  const added = new Set([...missingOIDCScope, ...Object.values(missingResourceScopes).flat()]);
  const asked = String(params.scope ?? '').split(' ');
  const allowed = asked.filter((scope) => isKnownScope(scope) && !added.has(scope));
  const scopes = { added: [...added], allowed: [...new Set(allowed)] };
  const redirect = new URL(String(params.redirect_uri)).origin;
  return consentPage({ action, client, user: session.accountId, redirect, scopes });
}

/**
 * Signing in as another user ends the previous session and everything based on it. oidc-provider would do so by a page
 * with a script, which the pages' policy forbids.
 */
async function leaveOtherSession(provider: OidcProvider, interaction: Interaction, name: string): Promise<void> {
  const { session } = interaction;
  if (session === undefined || session.accountId === name) return;
  const left = await provider.Session.findByUid(session.uid);
  for (const { grantId, persistsLogout } of Object.values(left?.authorizations ?? {})) {
    if (grantId !== undefined && persistsLogout !== true) await (await provider.Grant.find(grantId))?.destroy();
  }
  await left?.destroy();
  delete interaction.session;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
}

function missing({ prompt }: Interaction) {
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details as {
    readonly missingOIDCScope?: readonly string[];
    readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>;
  };
  return { missingOIDCScope, missingResourceScopes };
}

function actionOf({ uid }: Interaction): string {
  return `/oidc/interaction/${uid}`;
}

async function clientName(provider: OidcProvider, { params }: Interaction): Promise<string> {
  const client = await provider.Client.find(String(params.client_id));
  return client?.clientName ?? 'the application';
}

function readForm(request: Request): { readonly name: string; readonly password: string } {
  const { name, password } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  return {
    name: typeof name === 'string' ? name.trim().toLowerCase().slice(0, 64) : '',
    password: typeof password === 'string' ? password.slice(0, 256) : '',
  };
}
