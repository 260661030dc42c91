/** A session of a person at the pages of her account, or at the desk. */
export interface PortalSession {
  /** The text of its cookie. */
  readonly cookie: string;
  /** Identifies it without granting access: the digest of the cookie, in hexadecimal digits. */
  readonly id: string;
  /** Her `sub`; of a session that began by a link to the desk, the name that its maker chose. */
  readonly subject: string;
  /** Whether it began by a link to the desk. */
  readonly isInvited?: boolean;
}

/** A pending sign-in, kept by the browser that began it. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

/** A sign-in that begins no session. `message` is for the person. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  /** 401: a wrong password, an expired ID token; 403: a person who may not; 429: too many attempts; else 400. */
  readonly status: 400 | 401 | 403 | 429;
  /** Of 429. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    {
      status = 400,
      retryAfterSeconds = null,
      ...options
    }: ErrorOptions & Partial<Pick<SignInRefused, 'status' | 'retryAfterSeconds'>> = {},
  ) {
    super(message, options);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** People whose passwords are kept here. */
export interface PasswordSignIn {
  readonly kind: 'password';
  /** Begins a session. @param address of the browser, whose attempts are counted @throws SignInRefused */
  begin(given: { readonly name: string; readonly password: string; readonly address: string }): Promise<PortalSession>;
  /** Begins the session of who has just set the password of a new account; null where the account is no more. */
  beginNew(name: string, address: string): Promise<PortalSession | null>;
}

/** People of OAUTH_ISSUER. */
export interface IssuerSignIn {
  readonly kind: 'issuer';
  /** @param origin of the pages @returns where to send the browser, and what it must keep @throws IssuerAway */
  begin(origin: string): Promise<{ readonly url: URL; readonly pending: PendingSignIn }>;
  /**
   * Begins a session of the person whom the issuer names.
   * @param callback the whole URL of the redirect
   * @param address of the browser, for the audit
   * @throws SignInRefused, IssuerAway
   */
  finish(callback: URL, pending: PendingSignIn, address: string): Promise<PortalSession>;
}

/** The redirect path of the account, registered at OAUTH_ISSUER. */
export const ACCOUNT_SIGNED_IN_PATH = '/account/signed-in';

/** Sessions of people at their pages. */
export interface Sessions {
  /** Null: nobody signs in, sessions begin in another way. */
  readonly signIn: PasswordSignIn | IssuerSignIn | null;
  /** Null for a cookie without a valid session. @param browser that asks; default: not known */
  find(cookie: string, browser?: string | null): Promise<PortalSession | null>;
  /** Ends a session, which the audit records. @param address of the browser */
  end(session: PortalSession, address: string): Promise<void>;
  /** Whether this is the first use of a form's number. */
  spendForm(session: PortalSession, number: string): Promise<boolean>;
}

/** Signs people in to the pages of their account. */
export interface Portal extends Sessions {
  /** The origin of the pages; null: that of each request. */
  readonly publicUrl: string | null;
  readonly signIn: PasswordSignIn | IssuerSignIn;
}

/** The issuer does not answer, or not as its protocol says. */
export class IssuerAway extends Error {
  override readonly name = 'IssuerAway';
}

/** How people sign in; or which variables to set so that they can, as a clause. */
export type PortalAccess =
  | { readonly kind: 'ready'; readonly portal: Portal }
  | { readonly kind: 'missing'; readonly remedy: string };
