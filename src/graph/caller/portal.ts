/** A session of a person who signed in to the pages of her account. */
export interface PortalSession {
  /** The text of its cookie. */
  readonly cookie: string;
  /** Identifies it without granting access: the digest of the cookie, in hexadecimal digits. */
  readonly id: string;
  /** Her `sub`. */
  readonly subject: string;
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

/** Signs people in to the pages of their account. */
export interface Portal {
  /** The origin of the pages; null: that of each request. */
  readonly publicUrl: string | null;
  readonly signIn: PasswordSignIn | IssuerSignIn;
  /** Null for a cookie without a valid session. */
  find(cookie: string): Promise<PortalSession | null>;
  /** Ends a session, which the audit records. @param address of the browser */
  end(session: PortalSession, address: string): Promise<void>;
  /** Whether this is the first use of a form's number. */
  spendForm(session: PortalSession, number: string): Promise<boolean>;
}

/** The issuer does not answer, or not as its protocol says. */
export class IssuerAway extends Error {
  override readonly name = 'IssuerAway';
}

/** How people sign in; or which variables to set so that they can, as a clause. */
export type PortalAccess =
  | { readonly kind: 'ready'; readonly portal: Portal }
  | { readonly kind: 'missing'; readonly remedy: string };
