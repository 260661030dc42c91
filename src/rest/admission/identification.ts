import {
  CredentialsUnavailableError,
  type CredentialVerifier,
  type Verdict,
} from '../../graph/caller/credentialVerifier.ts';
import type { Quotas } from '../../graph/caller/quotas.ts';
import type { Caller } from '../../graph/model/viewer.ts';
import type { RestResponse } from '../http/requestFacts.ts';
import { ProblemError } from '../problem/problemError.ts';
import { temporaryProblem } from '../problem/toProblem.ts';
import { callsOf, quotaExceeded, setQuotaHeaders } from './quotaHeaders.ts';

/** Identifies callers by their credentials, and bounds the failures of an address. */
export class Identification {
  readonly #credentials: CredentialVerifier;
  readonly #quotas: Quotas;
  readonly #lookUps = new Map<string, Promise<Verdict>>();

  constructor(credentials: CredentialVerifier, quotas: Quotas) {
    this.#credentials = credentials;
    this.#quotas = quotas;
  }

  /** @throws ProblemError 401, 429; 503 when the credential cannot be verified now */
  async identify(response: RestResponse, credential: string): Promise<Caller> {
    const cached = await this.#credentials.cachedVerdict(credential);
    if (cached?.valid) return cached.caller;
    // One of several concurrent lookups of the same credential acts for the whole address; a different credential may
    // still be refused for the address's failures.
    const asked = `${response.locals.address} ${credential}`;
    const underWay = this.#lookUps.get(asked);
    // No await where none is under way: another of the same turn would begin one, too.
    const verdict = cached ?? (underWay && (await underWay));
    if (verdict?.valid) return verdict.caller;
    if (verdict !== undefined) {
      await this.#takeFailure(response);
      throw await this.refuse(response, verdict.reason);
    }
    const lookUp = this.#lookUp(response, credential).finally(() => this.#lookUps.delete(asked));
    this.#lookUps.set(asked, lookUp);
    const found = await lookUp;
    if (found.valid) return found.caller;
    throw await this.refuse(response, found.reason);
  }

  /**
   * An address whose failures have spent its quota gets no lookup: made-up credentials cost at most one quota of
   * reads. The point of a failure is therefore taken before the lookup and refunded after a valid one.
   */
  async #lookUp(response: RestResponse, credential: string): Promise<Verdict> {
    await this.#takeFailure(response);
    const refund = () => this.#quotas.giveBack('failures', response.locals.address);
    const verdict = await this.#verify(credential).catch(async (error: unknown) => {
      await refund();
      throw error;
    });
    if (verdict.valid) await refund();
    return verdict;
  }

  /** @throws ProblemError 503 */
  async #verify(credential: string): Promise<Verdict> {
    try {
      return await this.#credentials.verify(credential);
    } catch (error) {
      if (!(error instanceof CredentialsUnavailableError)) throw error;
      throw temporaryProblem('service_unavailable', 'The credential cannot be checked now.', error);
    }
  }

  async #takeFailure(response: RestResponse): Promise<void> {
    const failures = await this.#quotas.charge('failures', response.locals.address);
    if (!failures.exceeded) return;
    setQuotaHeaders(response, 'anonymous', failures);
    throw quotaExceeded(
      failures,
      `${failures.limit} invalid credentials came from this address within ${failures.windowSeconds} seconds, so no other is looked up for it`,
    );
  }

  /** Refuses a credential; the refusal counts as a call of its address. */
  async refuse(response: RestResponse, reason: string): Promise<ProblemError> {
    const state = await this.#quotas.charge('anonymous', response.locals.address);
    setQuotaHeaders(response, 'anonymous', state);
    if (!state.exceeded) return invalidCredential(reason);
    return quotaExceeded(
      state,
      `The credential is not valid, and the address has used up its ${callsOf(state)}, which such calls count against too`,
    );
  }
}

function invalidCredential(reason: string): ProblemError {
  return new ProblemError('invalid_credentials', reason, {
    headers: {
      'WWW-Authenticate': `Bearer realm="anime-catalog", error="invalid_token", error_description="${reason.replace(/["\\]/g, "'")}"`,
    },
  });
}
