import type { CredentialVerifier } from '../../graph/caller/credentialVerifier.ts';
import { quotaSubject } from '../../graph/caller/quotaSubject.ts';
import type { QuotaPolicy, QuotaState, Quotas } from '../../graph/caller/quotas.ts';
import { parseUuid } from '../../graph/model/uuid.ts';
import type { Caller, Viewer } from '../../graph/model/viewer.ts';
import type { Access } from '../endpoint/access.ts';
import { originOf } from '../http/originOf.ts';
import type { RestRequest, RestResponse } from '../http/requestFacts.ts';
import { ProblemError } from '../problem/problemError.ts';
import { callerFacts } from './callerFacts.ts';
import { Identification } from './identification.ts';
import { callsOf, quotaExceeded, setQuotaHeaders } from './quotaHeaders.ts';
import { readCredential } from './readCredential.ts';

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

/** Authenticates and counts the caller, and refuses or admits the request. */
export class Admission {
  readonly #credentials: CredentialVerifier;
  readonly #identification: Identification;
  readonly #quotas: Quotas;
  readonly #ownerOf: (applicationId: string) => Promise<string | null>;

  /** @param ownerOf the owner of an application; null for an unknown one */
  constructor({ credentials, quotas }: CallerPorts, ownerOf: (applicationId: string) => Promise<string | null>) {
    this.#credentials = credentials;
    this.#identification = new Identification(credentials, quotas);
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
      const isPage = access.isAskedByPages === true && isFromPage(request);
      const admitted = await this.#charge(response, isPage ? 'pages' : 'anonymous', address, { kind: 'public' });
      if (!access.anonymous) throw missingCredential();
      return admitted;
    }
    // A cache must not serve one caller's answer to another.
    response.setHeader('Cache-Control', 'private, no-cache');
    if (sent.kind === 'malformed') throw await this.#identification.refuse(response, sent.reason);
    const caller = await this.#identification.identify(response, sent.text);
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
   * Counts a call for its address, with any credential.
   * @param policy `pages`: of a web page for its reader
   * @throws ProblemError 429
   */
  async admitAddress(response: RestResponse, policy: 'anonymous' | 'pages'): Promise<QuotaState> {
    return await this.#take(response, policy, response.locals.address);
  }

  /** Counts a call without refusing it: one to an unknown path or method. */
  async count(response: RestResponse): Promise<void> {
    response.setHeader('Vary', VARY);
    setQuotaHeaders(response, 'anonymous', await this.#quotas.charge('anonymous', response.locals.address));
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

/**
 * Whether a page of this service asks. Browsers leave Sec-Fetch-Site out by plain http, and old ones always: Referer
 * says it then. A program that claims to be a page gains suggestions alone.
 */
function isFromPage(request: RestRequest): boolean {
  const { referer, 'sec-fetch-site': site } = request.headers;
  return site === undefined ? referer?.startsWith(`${originOf(request)}/`) === true : site === 'same-origin';
}

function quotaAdvice(policy: QuotaPolicy): string {
  return policy === 'anonymous' ? 'Callers with an API key or access token have a higher one.' : '';
}

function missingCredential(): ProblemError {
  return new ProblemError('invalid_credentials', 'This operation needs a credential: send "Authorization: Bearer …".', {
    headers: { 'WWW-Authenticate': 'Bearer realm="anime-catalog"' },
  });
}

/** @throws ProblemError insufficient_scope, when the credential lacks the operation's scope */
function requireScope(caller: Caller, { scope, human }: Access): void {
  if (scope === null || caller.scopes.has(scope)) return;
  const keyRemedy = human
    ? "Only a person's access token can have it."
    : 'A key never gains a scope: create a new one.';
  const remedy = caller.kind === 'key' ? keyRemedy : 'Sign in again and ask for it.';
  throw new ProblemError('insufficient_scope', `This operation needs the scope ${scope}. ${remedy}`, {
    headers: { 'WWW-Authenticate': `Bearer realm="anime-catalog", error="insufficient_scope", scope="${scope}"` },
  });
}

/** @throws ProblemError human_user_required */
function requirePerson(caller: Caller, { human, apiKey }: Access): void {
  const doubt = caller.kind === 'user' ? caller.doubt : '';
  const isAllowed = human ? doubt === undefined : caller.kind !== 'key' || apiKey;
  if (isAllowed) return;
  throw new ProblemError('human_user_required', `This operation needs a person's access token. ${doubt}`.trimEnd());
}

/**
 * A malformed id is a fault of the parameter, refused later.
 * @param ownerOf the owner of an application; null for an unknown one
 * @throws ProblemError not_owner, not_found
 */
async function requireOwner(
  caller: Caller,
  access: Access,
  parameters: Readonly<Record<string, string>>,
  ownerOf: (applicationId: string) => Promise<string | null>,
): Promise<void> {
  const id = access.ownerOf === null ? null : parseUuid(parameters[access.ownerOf] ?? '');
  if (id === null) return;
  const owner = await ownerOf(id);
  if (owner === null) throw new ProblemError('not_found', 'There is no application with this identifier.');
  if (caller.kind !== 'user' || caller.subject !== owner) {
    throw new ProblemError('not_owner', 'The application belongs to somebody else.');
  }
}
