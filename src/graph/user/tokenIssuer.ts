/** The embedded issuer, as the graph's mutations need it. */
export interface TokenIssuer {
  /** Signs an access token for a person. */
  issue(token: {
    /** Its `sub`. */
    readonly subject: string;
    readonly scopes: readonly string[];
    readonly ttlSeconds: number;
  }): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** Makes a new signing key; tokens of the one before stay valid. @throws CatalogError conflict while an older key's tokens live */
  rotateKey(): Promise<{ readonly keyId: string }>;
}
