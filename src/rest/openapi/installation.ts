/** The operator's settings that the description shows. */
export interface Installation {
  /** Calls a minute, as `Configuration` has them. */
  readonly quotas: { readonly anonymous: number; readonly credentialed: number; readonly address: number };
  /** OAUTH_ISSUER; null where people make access tokens here. */
  readonly issuerUrl: string | null;
  /** PUBLIC_URL; null or absent: each request names the service. */
  readonly publicUrl?: string | null;
}
