/** The embedded issuer, as mutations use it. */
export interface TokenIssuer {
  /** Signs an access token for a person. */
  issue(token: {
    /** Its `sub`. */
    readonly subject: string;
    readonly scopes: readonly string[];
    readonly ttlSeconds: number;
  }): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /**
   * Creates a new signing key; tokens of the previous one stay valid, unless all earlier keys are withdrawn.
   * @throws CatalogError conflict while tokens of a key before the newest are valid, and it is not withdrawn
   */
  rotateKey(options: { readonly withdrawing: boolean }): Promise<{ readonly keyId: string }>;
}
