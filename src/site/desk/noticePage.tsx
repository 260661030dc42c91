import type { ComponentChildren } from 'preact';
import { Link } from '../design/link.tsx';
import { renderPage } from '../design/renderPage.tsx';
import { DESK_SIGN_IN_PATH } from './paths.ts';

/** A page with a single message, also for people who are not signed in. */
export function deskNoticePage(title: string, note: string): string {
  return pageOf(title, <p>{note}</p>);
}

/** The page after signing out. @param signIn where one signs in; null: the desk has no sign-in */
export function deskLeftPage(signIn: 'password' | 'issuer' | null): string {
  return pageOf(
    'Signed out',
    <>
      <p>The desk is closed in this browser.</p>
      {signIn === 'issuer' && (
        <p>
          Your session with the issuer may go on: the next sign-in of this browser would be yours, without a password.
          End it at the issuer.
        </p>
      )}
      {signIn !== null && (
        <p>
          <Link to={DESK_SIGN_IN_PATH}>Sign in again</Link>
        </p>
      )}
    </>,
  );
}

function pageOf(title: string, children: ComponentChildren): string {
  return renderPage({
    title,
    layout: 'text',
    navigation: [['/', 'Desk']],
    children: (
      <>
        <h1>{title}</h1>
        {children}
      </>
    ),
  });
}
