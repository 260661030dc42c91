import { applicationSubject } from '../caller/quotaSubject.ts';
import type { Quotas } from '../caller/quotas.ts';

/** What is left of an application's quota; reading it takes no point. */
export async function applicationQuota(quotas: Quotas, applicationId: string, now: Date) {
  const state = await quotas.read('credentialed', applicationSubject(applicationId));
  const { limit, windowSeconds, remaining, resetMs } = state;
  return { limit, windowSeconds, remaining, resetsAt: new Date(now.getTime() + resetMs).toISOString() };
}
