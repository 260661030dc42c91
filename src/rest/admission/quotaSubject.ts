import type { Caller } from '../../graph/model/viewer.ts';

/** What a caller's calls are counted by. More keys of an application are not more calls. */
export function quotaSubject(caller: Caller): string {
  if (caller.kind === 'key') return `application ${caller.applicationId}`;
  return caller.kind === 'user' ? `user ${caller.subject}` : `client ${caller.clientId}`;
}
