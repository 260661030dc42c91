import type { VNode } from 'preact';
import { renderPage } from '../../../html/renderPage.tsx';

interface SignOut {
  readonly user: string;
  /** The application that sent the browser; null when the user came directly. */
  readonly client: string | null;
  /** oidc-provider's form as HTML, to which the buttons belong. */
  readonly form: string;
}

export function signOutPage({ user, client, form }: SignOut): string {
  return renderPage({
    title: 'Sign out',
    layout: 'form',
    children: (
      <>
        <h1>Sign out?</h1>
        <p>
          You are signed in as <strong>{user}</strong>.
        </p>
        {client !== null && (
          <p class="note">
            <strong>{client}</strong> asks whether you want to sign out here too.
          </p>
        )}
        <ProviderForm html={form} />
        <button type="submit" form="op.logoutForm" name="logout" value="yes">
          Sign out
        </button>
        <button type="submit" form="op.logoutForm" class="quiet">
          Stay signed in
        </button>
      </>
    ),
  });
}

export function signedOutPage(): string {
  return renderPage({
    title: 'Signed out',
    layout: 'form',
    children: (
      <>
        <h1>You are signed out</h1>
        <p>Nobody is signed in in this browser.</p>
      </>
    ),
  });
}

function ProviderForm({ html }: { readonly html: string }): VNode {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: oidc-provider made it.
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
