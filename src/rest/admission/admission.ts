import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  CredentialsUnavailableError,
  type CredentialVerifier,
  type Verdict,
} from '../../graph/caller/credentialVerifier.ts';
import { quotaSubject } from '../../graph/caller/quotaSubject.ts';
import type { QuotaPolicy, QuotaState, Quotas } from '../../graph/caller/quotas.ts';
import type { Caller, Viewer } from '../../graph/model/viewer.ts';
import type { Access } from '../endpoint/access.ts';
import type { RestRequest, RestResponse } from '../http/requestFacts.ts';
import { ProblemError } from '../problem/problemError.ts';
import { temporaryProblem } from '../problem/toProblem.ts';
import { callerFacts } from './callerFacts.ts';
import { callsOf, quotaExceeded, setQuotaHeaders } from './quotaHeaders.ts';
import { readCredential } from './readCredential.ts';
import { requireOwner, requirePerson, requireScope } from './requireAccess.ts';

/** The ports that admission needs. */
export interface CallerPorts {
  readonly credentials: CredentialVerifier;
  readonly quotas: Quotas;
}

/** An admitted request. */
export interface Admitted {
  readonly viewer: Viewer;
  /** Refunds the call: the answer was a 304 served from the version alone. */
  refund(): Promise<void>;
}

/** The Cache-Control of an answer that depends on the caller. */
const VARY = 'Accept-Encoding, Authorization';

/** How long, and for how many credentials, a valid one is still looked up after its address has spent its failures. */
const GOOD_FOR = { max: 10_000, ttl: 6 * 3_600_000 };

/** Authenticates and counts the caller, and refuses or admits the request. */
export class Admission {
  readonly #credentials: CredentialVerifier;
  readonly #quotas: Quotas;
  readonly #ownerOf: (applicationId: string) => Promise<string | null>;
  readonly #lookUps = new Map<string, Promise<Verdict>>();
  /** Digests of credentials that were valid. */
  readonly #good = new LRUCache<string, true>(GOOD_FOR);

  /** @param ownerOf the owner of an application; null for an unknown one */
  constructor({ credentials, quotas }: CallerPorts, ownerOf: (applicationId: string) => Promise<string | null>) {
    this.#credentials = credentials;
    this.#quotas = quotas;
    this.#ownerOf = ownerOf;
  }

  /**
   * The steps, in the order of their refusals (docs/decisions.md#order-of-refusals).
   * @throws ProblemError 401, 429, 403; 404 for an unknown application; 503 when the credential cannot be verified now
   */
  async admit(request: RestRequest, response: RestResponse, access: Access): Promise<Admitted> {
    response.setHeader('Vary', VARY);
    const sent = readCredential(request);
    if (sent.kind === 'none') {
      const { address } = response.locals;
      const admitted = await this.#charge(response, 'anonymous', address, { kind: 'public' });
      if (!access.anonymous) throw missingCredential();
      return admitted;
    }
    // A cache must not serve one caller's answer to another.
    response.setHeader('Cache-Control', 'private, no-cache');
    if (sent.kind === 'malformed') throw await this.#failed(response, sent.reason);
    const caller = await this.#identify(response, sent.text);
    response.locals.caller = callerFacts(caller);
    let isRefused = true;
    try {
      const admitted = await this.#charge(response, 'credentialed', quotaSubject(caller), caller);
      requireScope(caller, access);
      requirePerson(caller, access);
      await requireOwner(caller, access, request.params, this.#ownerOf);
      isRefused = false;
      return admitted;
    } finally {
      this.#credentials.noteUse?.(caller, isRefused);
    }
  }

  /**
   * Counts a request of any kind, before any other step.
   * @throws ProblemError 429
   */
  async countRequest(response: RestResponse): Promise<void> {
    const { address } = response.locals;
    const state = await this.#quotas.charge('address', address);
    if (!state.exceeded) return;
    setQuotaHeaders(response, 'address', state);
    throw quotaExceeded(
      state,
      `The address ${address} has used up its limit of ${callsOf(state)}, which counts the requests of all callers`,
    );
  }

  /**
   * Counts a call that a page makes for its reader, whatever credential the request has.
   * @throws ProblemError 429
   */
  async admitReader(response: RestResponse): Promise<QuotaState> {
    return await this.#take(response, 'anonymous', response.locals.address);
  }

  /** Counts a call without refusing it: one to an unknown path or method. */
  async count(response: RestResponse): Promise<void> {
    response.setHeader('Vary', VARY);
    setQuotaHeaders(response, 'anonymous', await this.#quotas.charge('anonymous', response.locals.address));
  }

  async #identify(response: RestResponse, credential: string): Promise<Caller> {
    const cached = this.#credentials.cachedVerdict(credential);
    if (cached?.valid) return cached.caller;
    // One of several concurrent lookups of the same credential acts for the whole address; a different credential may
    // still be refused for the address's failures.
    const asked = `${response.locals.address} ${credential}`;
    const verdict = cached ?? (await this.#lookUps.get(asked));
    if (verdict?.valid) return verdict.caller;
    if (verdict !== undefined) {
      await this.#takeFailure(response);
      throw await this.#failed(response, verdict.reason);
    }
    const lookUp = this.#lookUp(response, credential).finally(() => this.#lookUps.delete(asked));
    this.#lookUps.set(asked, lookUp);
    const found = await lookUp;
    if (found.valid) return found.caller;
    throw await this.#failed(response, found.reason);
  }

  /**
   * An address whose failures have spent its quota gets no lookup: made-up credentials cost at most one quota of
   * reads. The point of a failure is therefore taken before the lookup and refunded after a valid one. A credential
   * known to be valid is looked up regardless: its caller is not liable for others behind the same address.
   */
  async #lookUp(response: RestResponse, credential: string): Promise<Verdict> {
    const { address } = response.locals;
    const digest = hash('sha256', credential, 'base64');
    const wasGood = this.#good.has(digest);
    if (!wasGood) await this.#takeFailure(response);
    const verdict = await this.#verify(credential).catch(async (error: unknown) => {
      if (!wasGood) await this.#quotas.giveBack('failures', address);
      throw error;
    });
    if (verdict.valid) {
      this.#good.set(digest, true);
      if (!wasGood) await this.#quotas.giveBack('failures', address);
    } else if (wasGood) {
      this.#good.delete(digest);
      await this.#takeFailure(response);
    }
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
      `${failures.limit} credentials that are not valid came from this address within ${failures.windowSeconds} seconds, so only those are looked up that were valid within the last hours`,
    );
  }

  /** Refuses a credential; the refusal counts as a call of its address. */
  async #failed(response: RestResponse, reason: string): Promise<ProblemError> {
    const state = await this.#quotas.charge('anonymous', response.locals.address);
    setQuotaHeaders(response, 'anonymous', state);
    if (!state.exceeded) return invalidCredential(reason);
    return quotaExceeded(
      state,
      `The credential is not valid, and the address has used up its ${callsOf(state)}, which such calls count against too`,
    );
  }

  async #take(response: RestResponse, policy: QuotaPolicy, subject: string): Promise<QuotaState> {
    const state = await this.#quotas.charge(policy, subject);
    setQuotaHeaders(response, policy, state);
    if (state.exceeded) throw quotaExceeded(state, `The quota of ${callsOf(state)} is used up`, quotaAdvice(policy));
    return state;
  }

  async #charge(response: RestResponse, policy: QuotaPolicy, subject: string, viewer: Viewer): Promise<Admitted> {
    await this.#take(response, policy, subject);
    return {
      viewer,
      refund: async () => setQuotaHeaders(response, policy, await this.#quotas.giveBack(policy, subject)),
    };
  }
}

function quotaAdvice(policy: QuotaPolicy): string {
  return policy === 'anonymous' ? 'Callers with an API key or access token have a higher one.' : '';
}

function invalidCredential(reason: string): ProblemError {
  return new ProblemError('invalid_credentials', reason, {
    headers: {
      'WWW-Authenticate': `Bearer realm="anime-catalog", error="invalid_token", error_description="${reason.replace(/["\\]/g, "'")}"`,
    },
  });
}

function missingCredential(): ProblemError {
  return new ProblemError('invalid_credentials', 'This operation needs a credential: send "Authorization: Bearer …".', {
    headers: { 'WWW-Authenticate': 'Bearer realm="anime-catalog"' },
  });
}
