import { importJWK, type JWK } from 'jose';
import { errorMessage } from '../../base/errors.ts';

/** RFC 7518, 3.3; jose refuses shorter keys with an error that does not concern the token. */
const LEAST_RSA_BITS = 2048;

interface UsableKeys {
  readonly keys: JWK[];
  /** Why the others are unusable, one line each. */
  readonly refused: readonly string[];
}

/**
 * The issuer's keys that verify an accepted algorithm. Broken or weak ones are left out here: jose would fail on them
 * with an error that does not concern the token. Keys of other kinds (encryption, other curves) are left out without a
 * reason.
 */
export async function usableKeys(keys: readonly JWK[]): Promise<UsableKeys> {
  const usable: JWK[] = [];
  const refused: string[] = [];
  for (const key of keys) {
    const algorithm = chooseAlgorithm(key);
    if (algorithm === null) continue;
    const fault = await findFault(key, algorithm);
    if (fault === null) usable.push(key);
    else refused.push(`the key ${JSON.stringify(key.kid ?? null)} is not taken: ${fault}`);
  }
  return { keys: usable, refused };
}

function chooseAlgorithm({ kty, crv, use }: JWK): string | null {
  if (use !== undefined && use !== 'sig') return null;
  if (kty === 'RSA') return 'RS256';
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  return kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : null;
}

async function findFault(jwk: JWK, algorithm: string): Promise<string | null> {
  if (jwk.d !== undefined) return 'it is a private key';
  try {
    const key = await importJWK(jwk, algorithm);
    const bits = 'algorithm' in key ? (key.algorithm as { readonly modulusLength?: number }).modulusLength : undefined;
    return bits !== undefined && bits < LEAST_RSA_BITS ? `it has ${bits} bits, ${LEAST_RSA_BITS} are the least` : null;
  } catch (error) {
    return errorMessage(error);
  }
}
