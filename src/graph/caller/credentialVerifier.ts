import type { Caller } from '../model/viewer.ts';

/** What a credential proved to be. */
export type Verdict =
  | { readonly valid: true; readonly caller: Caller }
  | {
      readonly valid: false;
      /** What is wrong, as its sender may know it; holds nothing of the credential. */
      readonly reason: string;
    };

/** Judges API keys and access tokens. */
export interface CredentialVerifier {
  /** The verdict, where it takes no database and no signature to know it. */
  recall(credential: string): Verdict | undefined;
  /** @throws CredentialsUnavailableError, or what the database throws, when nobody can tell now */
  verify(credential: string): Promise<Verdict>;
}

/** The issuer's keys have never been read, or the token names one that nobody can ask for now. */
export class CredentialsUnavailableError extends Error {
  override readonly name = 'CredentialsUnavailableError';
}
