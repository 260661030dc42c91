import DataLoader from 'dataloader';
import type { ApiKey, Application } from '../../database/generated/client.ts';
import type { LoaderSources } from '../reading/loaders.ts';

/** The node behind the graph's Application; its keys are read on demand. */
export type ApplicationNode = ReturnType<typeof applicationNode>;

export function applicationNode({ createdAt, disabledAt, ...application }: Application) {
  return { ...application, createdAt: createdAt.toISOString(), disabledAt: disabledAt?.toISOString() ?? null };
}

/** Applications by id, those that were deleted included; null for an unknown one. */
export const applicationLoader = ({ database: { client } }: LoaderSources) =>
  new DataLoader<string, ApplicationNode | null>(async (ids) => {
    const rows = await client.application.findMany({ where: { id: { in: [...ids] } } });
    const found = new Map(rows.map((row) => [row.id, applicationNode(row)]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** The node behind the graph's ApiKey; its usage is read on demand. */
export type ApiKeyNode = ReturnType<typeof apiKeyNode>;

/** The node of a stored key, without its digest. */
export function apiKeyNode({ id, name, scopes, createdAt, expiresAt, revokedAt, lastUsedAt }: ApiKey) {
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
