import type { ApiKey, Application } from '../../database/generated/client.ts';

/** What stands behind the graph's Application; its keys are read when they are asked for. */
export interface ApplicationNode {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly ownerIssuer: string | null;
  readonly redirectUris: readonly string[];
  readonly createdAt: string;
  readonly disabledAt: string | null;
}

export function applicationNode({ createdAt, disabledAt, ...application }: Application): ApplicationNode {
  return { ...application, createdAt: createdAt.toISOString(), disabledAt: disabledAt?.toISOString() ?? null };
}

/** A stored key as the graph shows it: never its digest. */
export function apiKeyNode({ id, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }: ApiKey) {
  return {
    id,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
