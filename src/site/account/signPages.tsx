import { Fault } from '../design/fault.tsx';
import { Link } from '../design/link.tsx';
import { PasswordForm } from '../design/passwordForm.tsx';
import { accountNotice } from './accountNotice.tsx';
import { SIGN_IN_PATH } from './paths.ts';

interface SignIn {
  /** Whether the password is typed here; else a link leads to OAUTH_ISSUER. */
  readonly kind: 'password' | 'issuer';
  /** The page that follows. */
  readonly to: string;
  /** The name typed before; default: none. */
  readonly name?: string;
  /** Why signing in failed; default: it did not. */
  readonly fault?: string | null;
}

/** The page that asks a person to sign in. */
export function signInPage({ kind, to, name = '', fault = null }: SignIn): string {
  return accountNotice(
    'Your account',
    <>
      <p>Here you have your applications, their API keys and their webhooks. It is yours alone, so sign in first.</p>
      {kind === 'password' ? (
        <PasswordForm action={SIGN_IN_PATH} to={to} name={name} fault={fault} />
      ) : (
        <>
          {fault !== null && <Fault>{fault}</Fault>}
          <p>
            <Link to={`${SIGN_IN_PATH}?${new URLSearchParams({ to })}`}>Sign in</Link>
          </p>
        </>
      )}
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

const ENDED = {
  session: ['Signed out', 'Your account is closed in this browser.'],
  password: ['Your password is changed', 'Everything that began with the old one has ended, in every browser.'],
  account: ['Your account is deleted', 'Nothing of it works any more, in any browser.'],
} as const;

/** The page after signing out. @param by what ended the session */
export function signedOutPage(by: keyof typeof ENDED): string {
  const [title, text] = ENDED[by];
  return accountNotice(
    title,
    <>
      <p>{text}</p>
      {by !== 'account' && (
        <p>
          <Link to={`${SIGN_IN_PATH}?to=%2Faccount`}>Sign in again</Link>
        </p>
      )}
    </>,
  );
}
