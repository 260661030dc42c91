import type { KeyScope, Scope, UserScope } from '../../graph/model/scopes.ts';

/** Who may call an operation (docs/contract.md#authentication). A credential, where sent, must always be valid. */
export interface Access {
  /** Whether a request without a credential is served, at the lower quota. */
  readonly anonymous: boolean;
  /** The scope that a credential needs (403 insufficient_scope); null when any valid one suffices. */
  readonly scope: Scope | null;
  /** Whether API keys are accepted. */
  readonly apiKey: boolean;
  /** Whether only a person's access token is accepted: no API key, no client credentials (403 human_user_required). */
  readonly human: boolean;
  /** The path parameter with an application that the caller must own (403 not_owner); null where nothing is owned. */
  readonly ownerOf: string | null;
  /** Whether pages of this service ask it while somebody types: their requests have the quota of pages. Default: no. */
  readonly isAskedByPages?: boolean;
}

/** Open to everyone, with any credential. */
export const open: Access = { anonymous: true, scope: null, apiKey: true, human: false, ownerOf: null };

/** Open to anonymous callers, and to credentials with the scope. */
export function reads(scope: KeyScope): Access {
  return { ...open, scope };
}

/** For the person who owns the application in the path, with the scope. */
export function manages(scope: UserScope): Access {
  return { anonymous: false, scope, apiKey: false, human: true, ownerOf: 'applicationId' };
}
