/** A signed access token, which works once its row is stored. */
interface SignedToken {
  /** Its `jti`. */
  readonly id: string;
  /** The key that signed it. */
  readonly keyId: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** Signs the access tokens of people who sign in here, as mutations use it. */
export interface TokenIssuer {
  sign(token: {
    /** Its `sub`. */
    readonly subject: string;
    readonly scopes: readonly string[];
    readonly ttlSeconds: number;
  }): Promise<SignedToken>;
  /**
   * Makes another signing key; tokens of the previous one work on, unless all earlier keys are withdrawn.
   * @throws CatalogError conflict while a token of a key before the newest works, and it is not withdrawn
   */
  rotateKey(options: { readonly withdrawing: boolean }): Promise<{ readonly keyId: string }>;
}
