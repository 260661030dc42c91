import type { Role } from '../configuration/variables.ts';

/**
 * The code of the public listener, loaded only with its role. Loading it uses the processor while the database opens,
 * which mostly waits for other threads.
 */
export async function loadRest(roles: ReadonlySet<Role>) {
  if (!roles.has('rest')) return null;
  const { createRestApp } = await import('../rest/createRestApp.ts');
  const { createRestServer } = await import('../rest/server/createRestServer.ts');
  const { RepresentationCache } = await import('../rest/representation/representationCache.ts');
  const { publicSite } = await import('../site/publicSite.ts');
  return { createRestApp, createRestServer, RepresentationCache, publicSite };
}

export type Rest = Awaited<ReturnType<typeof loadRest>>;
