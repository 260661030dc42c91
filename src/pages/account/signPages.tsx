import { Fault } from '../../html/fault.tsx';
import { Link } from '../../html/link.tsx';
import { accountNotice } from './accountNotice.tsx';
import { SIGN_IN_PATH } from './paths.ts';

/** The page that asks a person to sign in. @param to the page to return to @param fault why signing in failed */
export function signInPage(to: string, fault: string | null): string {
  return accountNotice(
    'Your account',
    <>
      {fault !== null && <Fault>{fault}</Fault>}
      <p>Here you have your applications, their API keys and their webhooks. It is yours alone, so sign in first.</p>
      <p>
        <Link to={`${SIGN_IN_PATH}?${new URLSearchParams({ to })}`}>Sign in</Link>
      </p>
      <p class="note">
        No account yet? The operator of this service{' '}
        <Link to="/docs/callers#the-account-pages">invites you, or tells you where you get one</Link>.
      </p>
    </>,
  );
}

/** The page of a service without sign-in. @param remedy a clause that says what to set */
export function noSignInPage(remedy: string): string {
  return accountNotice(
    'Your account',
    <>
      <p>Signing in is not set up at this service. Its operator can make you an application and a key.</p>
      <p>For the operator: {remedy}.</p>
    </>,
  );
}

/**
 * The page after signing out.
 * @param issuer where the issuer's own session can be ended; null: nowhere
 * @param hasNewPassword whether a new password has ended all sessions
 */
export function signedOutPage(issuer: string | null, hasNewPassword = false): string {
  const title = hasNewPassword ? 'Your password is changed' : 'Signed out';
  return accountNotice(
    title,
    <>
      <p>
        {hasNewPassword
          ? 'Everything that began with the old one has ended, in every browser.'
          : 'Your account is closed in this browser.'}
      </p>
      {issuer !== null && !hasNewPassword && (
        <p>
          Your session with the issuer, which would sign you in again without a password, may go on:{' '}
          <Link to={issuer}>end it too</Link>.
        </p>
      )}
      <p>
        <Link to={`${SIGN_IN_PATH}?to=%2Faccount`}>Sign in again</Link>
      </p>
    </>,
  );
}
