import type { Request } from 'express';
import { clientAddress } from '../../graph/caller/clientAddress.ts';
import {
  CredentialsUnavailableError,
  type CredentialVerifier,
  type Verdict,
} from '../../graph/caller/credentialVerifier.ts';
import type { QuotaPolicy, Quotas } from '../../graph/caller/quotas.ts';
import type { Caller, Viewer } from '../../graph/model/viewer.ts';
import { GraphFailure } from '../../graph/schema/execution.ts';
import type { Access } from '../endpoint/access.ts';
import { ProblemError } from '../problem/problemError.ts';
import type { RestResponse } from '../request/requestFacts.ts';
import { quotaExceeded, setQuotaHeaders } from './quotaHeaders.ts';
import { readCredential } from './readCredential.ts';
import { requireOwner, requirePerson, requireScope } from './requireAccess.ts';

/** What judging a caller takes. */
export interface CallerPorts {
  readonly credentials: CredentialVerifier;
  readonly quotas: Quotas;
}

/** A request that may go on. */
export interface Admitted {
  readonly viewer: Viewer;
  /** Gives the call's point back: nothing was sent but that nothing has changed. */
  giveBack(): Promise<void>;
}

interface Call {
  readonly request: Request;
  readonly response: RestResponse;
  readonly access: Access;
  /** The path's parameters as sent. */
  readonly segments: Readonly<Record<string, string>>;
}

/** Says who calls, counts the call, and refuses who may not: everything about callers happens here. */
export class Admission {
  readonly #credentials: CredentialVerifier;
  readonly #quotas: Quotas;
  readonly #ownerOf: (applicationId: string) => Promise<string | null>;
  readonly #lookUps = new Map<string, Promise<Verdict>>();

  constructor({ credentials, quotas }: CallerPorts, ownerOf: (applicationId: string) => Promise<string | null>) {
    this.#credentials = credentials;
    this.#quotas = quotas;
    this.#ownerOf = ownerOf;
  }

  /**
   * The steps, in the order of their refusals (docs/decisions.md#order-of-refusals).
   * @throws ProblemError 401, 429, 403; 404 for an application that there is not; 503 when a credential cannot be judged now
   */
  async admit({ request, response, access, segments }: Call): Promise<Admitted> {
    const address = addressOf(request);
    const sent = readCredential(request);
    if (sent.kind === 'none') {
      const admitted = await this.#charge(response, 'anonymous', address, { kind: 'public' });
      if (!access.anonymous) throw missingCredential();
      return admitted;
    }
    // No cache may hand one caller's answer to another.
    response.setHeader('Cache-Control', 'private, no-cache');
    if (sent.kind === 'malformed') throw await this.#failed(response, address, sent.reason);
    const caller = await this.#identify(response, address, sent.text);
    const admitted = await this.#charge(response, 'credentialed', subjectOf(caller), caller);
    requireScope(caller, access);
    requirePerson(caller, access);
    await requireOwner(caller, { access, segments, ownerOf: this.#ownerOf });
    return admitted;
  }

  /** Counts a call that is answered whatever the count is: of no path or no method. */
  async count(request: Request, response: RestResponse): Promise<void> {
    setQuotaHeaders(response, 'anonymous', await this.#quotas.charge('anonymous', addressOf(request)));
  }

  async #identify(response: RestResponse, address: string, credential: string): Promise<Caller> {
    // One of many at once with the same credential asks for all.
    const running = this.#lookUps.get(credential);
    const verdict = this.#credentials.recall(credential) ?? (await running);
    if (verdict?.valid) return verdict.caller;
    if (verdict !== undefined) {
      await this.#takeFailure(response, address);
      throw await this.#failed(response, address, verdict.reason);
    }
    const lookUp = this.#lookUp(response, address, credential).finally(() => this.#lookUps.delete(credential));
    this.#lookUps.set(credential, lookUp);
    const found = await lookUp;
    if (found.valid) return found.caller;
    throw await this.#failed(response, address, found.reason);
  }

  /**
   * An address whose failures have spent its quota is not looked up for: made-up credentials cost a quota of reads at most. So the
   * point of a failure is taken before the look-up and given back after a good one.
   */
  async #lookUp(response: RestResponse, address: string, credential: string): Promise<Verdict> {
    await this.#takeFailure(response, address);
    try {
      const verdict = await this.#credentials.verify(credential);
      if (verdict.valid) await this.#quotas.giveBack('failures', address);
      return verdict;
    } catch (error) {
      await this.#quotas.giveBack('failures', address);
      // The database's own failures are told like those of every read.
      if (!(error instanceof CredentialsUnavailableError)) throw new GraphFailure([error]);
      throw new ProblemError('service_unavailable', 'The credential cannot be checked now.', {
        headers: { 'Retry-After': '5' },
        cause: error,
      });
    }
  }

  async #takeFailure(response: RestResponse, address: string): Promise<void> {
    const failures = await this.#quotas.charge('failures', address);
    if (!failures.exceeded) return;
    setQuotaHeaders(response, 'anonymous', failures);
    throw quotaExceeded('anonymous', failures);
  }

  /** The refusal of a credential, which counts as a call of its address. */
  async #failed(response: RestResponse, address: string, reason: string): Promise<ProblemError> {
    const state = await this.#quotas.charge('anonymous', address);
    setQuotaHeaders(response, 'anonymous', state);
    return state.exceeded ? quotaExceeded('anonymous', state) : invalidCredential(reason);
  }

  async #charge(response: RestResponse, policy: QuotaPolicy, subject: string, viewer: Viewer): Promise<Admitted> {
    const state = await this.#quotas.charge(policy, subject);
    setQuotaHeaders(response, policy, state);
    if (state.exceeded) throw quotaExceeded(policy, state);
    return {
      viewer,
      giveBack: async () => setQuotaHeaders(response, policy, await this.#quotas.giveBack(policy, subject)),
    };
  }
}

function addressOf({ ip, socket }: Request): string {
  return clientAddress(ip, socket.remoteAddress);
}

/** What a caller's calls are counted by. */
function subjectOf(caller: Caller): string {
  if (caller.kind === 'key') return `key ${caller.id}`;
  return caller.kind === 'user' ? `user ${caller.subject}` : `client ${caller.clientId}`;
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
