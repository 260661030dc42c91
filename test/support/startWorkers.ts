import { type CatalogService, startCatalog } from './startCatalog.ts';
import { until } from './until.ts';

/** The variables of two workers. */
export const WORKERS = { WORKERS: '2', SEARCH: 'off' } as const;

/** Two starts, one after the other, on a machine that is busy. */
const START_MS = 180_000;

/** Runs `catalog serve` with two workers until both are ready. @param command default: the checkout's `bin/catalog` */
export async function startWorkers(
  variables: Readonly<Record<string, string>>,
  command?: string,
): Promise<CatalogService> {
  const service = await startCatalog({ ...WORKERS, ...variables }, { ...(command && { command }), until: 'livez' });
  await until(() => areReady(service), START_MS);
  return service;
}

/** Whether all workers are ready. */
export async function areReady({ internalUrl }: Pick<CatalogService, 'internalUrl'>): Promise<boolean> {
  try {
    const answer = await fetch(`${internalUrl}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return (await answer.text()).includes('"workers":{"status":"ok"}');
  } catch {
    return false;
  }
}
