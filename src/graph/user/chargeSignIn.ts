import type { Quotas } from '../caller/quotas.ts';
import { CatalogError } from '../model/errors.ts';

/** Counts a try of an account's password, as sign-ins do. @throws CatalogError quota_exceeded */
export async function chargeSignIn(quotas: Quotas | null | undefined, name: string): Promise<void> {
  const state = await quotas?.charge('signInsOfAccount', name);
  if (!state?.exceeded) return;
  const seconds = Math.ceil(state.resetMs / 1000);
  throw new CatalogError('quota_exceeded', `Too many tries: the next one in ${seconds} seconds.`);
}
