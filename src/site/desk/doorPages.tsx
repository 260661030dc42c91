import type { ComponentChildren } from 'preact';
import { DESK_ENTRY_PATH } from '../../graph/caller/desk.ts';
import { Link } from '../design/link.tsx';
import { renderPage } from '../design/renderPage.tsx';
import type { SignInView } from '../forms/place.ts';
import { SignInForm } from '../forms/signInForm.tsx';
import { DESK_SIGN_IN_PATH } from './deskShell.tsx';

/** How people sign in; null: the link of the command line is the only way in. */
type SignIn = 'password' | 'issuer' | null;

/** A page with a single message, also for people who are not signed in. */
export function deskNotice(title: string, note: string): string {
  return pageOf(title, <p>{note}</p>);
}

/** The page of the desk for people who are not signed in. */
export function deskClosedPage(signIn: SignIn, view: SignInView): string {
  return pageOf(
    'The desk',
    <p>You are not signed in.</p>,
    signIn !== null && <SignInForm kind={signIn} action={DESK_SIGN_IN_PATH} view={view} />,
    signIn === 'issuer' && <p>Only reviewers may sign in.</p>,
    <p>
      On the machine of the service, <code>catalog review open</code> prints a one-time sign-in link.
    </p>,
  );
}

/** The page behind the link to the desk: its button spends the invitation. */
export function deskEntryPage(invitation: string): string {
  return pageOf(
    'The desk',
    <p>This link signs you in to the desk in this browser, once.</p>,
    <form method="post" action={DESK_ENTRY_PATH}>
      <input type="hidden" name="invitation" value={invitation} />
      <button type="submit">Open the desk</button>
    </form>,
  );
}

/** The page after signing out. */
export function deskLeftPage(signIn: SignIn): string {
  return pageOf(
    'Signed out',
    <p>You are signed out in this browser.</p>,
    signIn === 'issuer' && (
      <p>
        Your session at the issuer may still be open: the next sign-in in this browser would be yours, without a
        password. Sign out there too.
      </p>
    ),
    signIn !== null && (
      <p>
        <Link to={DESK_SIGN_IN_PATH}>Sign in again</Link>
      </p>
    ),
  );
}

function pageOf(title: string, ...content: ComponentChildren[]): string {
  return renderPage({ title, navigation: [['/', 'Desk']], children: content });
}
