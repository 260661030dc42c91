import type { Caller } from '../model/viewer.ts';

/** The result of verifying a credential. */
export type Verdict =
  | { readonly valid: true; readonly caller: Caller }
  | {
      readonly valid: false;
      /** The fault, for its sender; reveals nothing of the credential. */
      readonly reason: string;
    };

/** Verifies API keys and access tokens. */
export interface CredentialVerifier {
  /** The verdict on a credential that was verified a moment ago; a promise where its end is looked up each time. */
  cachedVerdict(credential: string): Verdict | Promise<Verdict> | undefined;
  /** @throws CredentialsUnavailableError, or the database's error, when the credential cannot be verified now */
  verify(credential: string): Promise<Verdict>;
  /** Counts a call of a valid credential. @param isRefused by its quota or scopes */
  noteUse?(caller: Caller, isRefused: boolean): void;
}

/** The issuer's keys were never fetched, or the token names an unknown one that cannot be fetched now. */
export class CredentialsUnavailableError extends Error {
  override readonly name = 'CredentialsUnavailableError';
}
