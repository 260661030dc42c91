import { SecretBox } from '../../../src/graph/secrets/secretBox.ts';

/** Connections of each server's pool. */
export const POOL_SIZE = 10;

/** Session options that all servers share, so that none has better plans: those of src/database. */
export const SESSION_OPTIONS = '-c plan_cache_mode=force_generic_plan -c TimeZone=UTC -c DateStyle=ISO';

export function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error('DATABASE_URL is not set');
  return url;
}

/** The access tokens of the measured service. */
export const tokenSettings = { box: new SecretBox(['benchmark']), audience: 'anime-catalog', publicUrl: null };
