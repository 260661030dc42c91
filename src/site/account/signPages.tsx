import { Link } from '../design/link.tsx';
import type { SignInView } from '../forms/place.ts';
import { SignInForm } from '../forms/signInForm.tsx';
import { accountNotice, SIGN_IN_PATH } from './accountShell.tsx';

/** The page that asks a person to sign in. @param kind whether the password is typed here, or at OAUTH_ISSUER */
export function signInPage(kind: 'password' | 'issuer', view: SignInView): string {
  return accountNotice(
    'Your account',
    <p>Sign in to manage your applications, API keys and webhooks.</p>,
    <SignInForm kind={kind} action={SIGN_IN_PATH} view={view} />,
    <p class="note">
      No account yet? The operator of this service{' '}
      <Link to="/docs/callers#the-account-pages">invites you, or says where to get one</Link>.
    </p>,
  );
}

/** The page of a service without sign-in. @param remedy a clause that says what to set */
export function noSignInPage(remedy: string): string {
  return accountNotice(
    'Your account',
    <p>Sign-in is not set up at this service. Its operator can create an application and a key for you.</p>,
    <p>For the operator: {remedy}.</p>,
  );
}

const ENDED: Readonly<Record<string, readonly [title: string, text: string]>> = {
  session: ['Signed out', 'You are signed out in this browser.'],
  password: ['Your password is changed', 'Every session and access token has ended, in every browser.'],
  account: ['Your account is deleted', 'Its sessions and access tokens have ended, in every browser.'],
};

/** The page after signing out. @param by what ended the session; default: the person signed out */
export function signedOutPage(by: string | null): string {
  const [title, text] = ENDED[by !== null && Object.hasOwn(ENDED, by) ? by : 'session'] ?? ['Signed out', ''];
  return accountNotice(
    title,
    <p>{text}</p>,
    by !== 'account' && (
      <p>
        <Link to={`${SIGN_IN_PATH}?to=%2Faccount`}>Sign in again</Link>
      </p>
    ),
  );
}
