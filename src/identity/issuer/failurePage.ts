import type { Configuration } from 'oidc-provider';
import { isDatabaseUnavailable } from '../../database/databaseFailures.ts';
import { errorPage } from './pages/errorPage.tsx';

type Context = Parameters<NonNullable<Configuration['renderError']>>[0];

const RETRY_S = 5;

/** The page for a failure of ours, which names the request and nothing inside; 503 while the database is away. */
export function failurePage(context: Context, cause: unknown): string {
  // The public listener's; requests of this process have none.
  const { locals } = context.res as { readonly locals?: { readonly requestId?: string } };
  const request = locals?.requestId === undefined ? '' : ` Request ${locals.requestId}.`;
  if (!isDatabaseUnavailable(cause)) return errorPage('server_error', `The service failed.${request}`);
  context.status = 503;
  context.set('Retry-After', String(RETRY_S));
  return errorPage('temporarily_unavailable', `The service cannot reach its database now.${request}`);
}
