import type { Role } from '../configuration/environment.ts';

/**
 * The code of the listeners, each loaded only with its role. Loading it uses the processor while the database opens,
 * which mostly waits for other threads.
 */
export async function loadParts(roles: ReadonlySet<Role>) {
  const [graphql, rest] = await Promise.all([
    roles.has('graph') ? import('../internal/graphqlEndpoint.ts') : null,
    roles.has('rest') ? loadRest() : null,
  ]);
  return { graphql, rest };
}

async function loadRest() {
  const { createRestApp } = await import('../rest/createRestApp.ts');
  const { createRestServer } = await import('../rest/server/createRestServer.ts');
  const { RepresentationCache } = await import('../rest/representation/representationCache.ts');
  return { createRestApp, createRestServer, RepresentationCache };
}

export type Parts = Awaited<ReturnType<typeof loadParts>>;
