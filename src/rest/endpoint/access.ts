import type { KeyScope, Scope, UserScope } from '../../graph/model/scopes.ts';

/** Who may call an operation (docs/contract.md#authentication). A credential that is sent must be valid in any case. */
export interface Access {
  /** Whether a request without a credential is served, at the lower quota. */
  readonly anonymous: boolean;
  /** What a credential must carry (403 insufficient_scope); null where every valid one will do. */
  readonly scope: Scope | null;
  /** Whether an API key will do. */
  readonly apiKey: boolean;
  /** Whether the access token must be a person's: no API key and no client credentials (403 human_user_required). */
  readonly human: boolean;
  /**
   * The path's parameter that names an application of the caller's own (403 not_owner); null where nothing is owned.
   */
  readonly ownerOf: string | null;
}

/** Everybody, whatever their credential carries. */
export const open: Access = { anonymous: true, scope: null, apiKey: true, human: false, ownerOf: null };

/** Everybody who sends no credential, and who sends one with the scope. */
export function reads(scope: KeyScope): Access {
  return { ...open, scope };
}

/** The owner of the application in the path, a person, with the scope. */
export function manages(scope: UserScope): Access {
  return { anonymous: false, scope, apiKey: false, human: true, ownerOf: 'applicationId' };
}
