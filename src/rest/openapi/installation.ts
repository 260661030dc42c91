/** The operator's settings that the description shows. */
export interface Installation {
  /** Calls a minute, as quotas/`CallerConfiguration` has them. */
  readonly quotas: { readonly anonymous: number; readonly credentialed: number; readonly address: number };
  /** Of the issuer whose access tokens are accepted, absolute or relative to this service; null without one. */
  readonly issuerUrl: string | null;
}
