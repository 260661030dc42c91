/** The embedded issuer, as the graph's mutations need it. */
export interface TokenIssuer {
  /** Signs an access token for a person. */
  issue(token: {
    /** Its `sub`. */
    readonly subject: string;
    readonly scopes: readonly string[];
    readonly ttlSeconds: number;
  }): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /**
   * Makes a new signing key; tokens of the one before stay valid, unless all keys of before are withdrawn.
   * @throws CatalogError conflict while tokens of a key older than the newest live, and it is not withdrawn
   */
  rotateKey(options: { readonly withdrawing: boolean }): Promise<{ readonly keyId: string }>;
}
