/** A case of docs/webhooks/test-vectors.json. */
export interface SignatureVector {
  readonly name: string;
  readonly secrets: readonly string[];
  /** Null when the header is missing. */
  readonly timestamp: string | null;
  readonly signature: string | null;
  /** As UTF-8. */
  readonly body: string;
  /** Seconds since 1970 at which it is judged. */
  readonly now: number;
  readonly valid: boolean;
}
