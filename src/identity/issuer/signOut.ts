import type { KoaContextWithOIDC } from 'oidc-provider';
import { formPolicy } from './formPolicy.ts';
import { signedOutPage, signOutPage } from './pages/signOutPages.tsx';

/**
 * The pages of sign-out (OpenID Connect RP-Initiated Logout): the user confirms it, because any site may link to it.
 */
export const signOutPages = {
  logoutSource(context: KoaContextWithOIDC, form: string): void {
    const { session, client, params } = context.oidc;
    context.set('Content-Security-Policy', formPolicy(params?.post_logout_redirect_uri));
    context.body = signOutPage({ user: session?.accountId ?? '', client: client?.clientName ?? null, form });
  },
  postLogoutSuccessSource(context: KoaContextWithOIDC): void {
    context.body = signedOutPage();
  },
};

/** Without a session there is nothing to confirm; oidc-provider's own page for that needs a script. */
export async function answerSignedOut(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { oidc } = context;
  if (oidc?.route !== 'end_session' || context.status !== 200 || oidc.session?.accountId !== undefined) return;
  const { post_logout_redirect_uri: redirect, state } = oidc.params ?? {};
  if (typeof redirect !== 'string') {
    context.body = signedOutPage();
    return;
  }
  const url = new URL(redirect);
  if (typeof state === 'string') url.searchParams.set('state', state);
  context.redirect(url.href);
  context.status = 303;
}
