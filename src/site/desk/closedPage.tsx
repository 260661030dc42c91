import { Link } from '../design/link.tsx';
import { PasswordForm } from '../design/passwordForm.tsx';
import { renderPage } from '../design/renderPage.tsx';
import { DESK_SIGN_IN_PATH } from './paths.ts';

interface SignIn {
  /** Whether the password is typed here; else a link leads to OAUTH_ISSUER. */
  readonly kind: 'password' | 'issuer';
  /** The page that follows. */
  readonly to: string;
  /** The name typed before; default: none. */
  readonly name?: string;
  /** Why signing in failed; default: it did not. */
  readonly fault?: string;
}

/** The page of the desk for people who are not signed in. @param signIn null: the desk has no sign-in */
export function deskClosedPage(signIn: SignIn | null): string {
  return renderPage({
    title: 'The desk',
    layout: 'text',
    navigation: [['/', 'Desk']],
    children: (
      <>
        <h1>The desk</h1>
        <p>Nobody is signed in here.</p>
        {signIn?.kind === 'password' && (
          <PasswordForm
            action={DESK_SIGN_IN_PATH}
            to={signIn.to}
            name={signIn.name ?? ''}
            fault={signIn.fault ?? null}
          />
        )}
        {signIn?.kind === 'issuer' && (
          <p>
            <Link to={`${DESK_SIGN_IN_PATH}?${new URLSearchParams({ to: signIn.to })}`}>Sign in</Link>, if you may
            review.
          </p>
        )}
        <p>
          At the computer of the service, <code>catalog review open</code> prints a link that lets you in once.
        </p>
      </>
    ),
  });
}
