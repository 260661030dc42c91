import type { CredentialVerifier, Verdict } from '../graph/caller/credentialVerifier.ts';

interface Verifiers {
  readonly keys: CredentialVerifier;
  /** Null without a trusted issuer. */
  readonly tokens: CredentialVerifier | null;
}

const noTokens: Verdict = {
  valid: false,
  reason: 'The credential is not an API key, and this service takes no access tokens.',
};

/** Verifies bearer credentials: API keys by their prefix, all others as access tokens. */
export function createCredentialVerifier({ keys, tokens }: Verifiers): CredentialVerifier {
  const chooseVerifier = (credential: string) => (credential.startsWith('cac_') ? keys : tokens);
  return {
    cachedVerdict: (credential) => {
      const verifier = chooseVerifier(credential);
      return verifier === null ? noTokens : verifier.cachedVerdict(credential);
    },
    noteUse: (caller, isRefused) => keys.noteUse?.(caller, isRefused),
    verify: async (credential) => (await chooseVerifier(credential)?.verify(credential)) ?? noTokens,
  };
}
