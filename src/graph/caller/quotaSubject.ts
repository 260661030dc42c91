import type { Caller, Viewer } from '../model/viewer.ts';

/** The subject that a caller's calls are counted by: several keys of an application share its quota. */
export function quotaSubject(caller: Caller): string {
  if (caller.kind === 'key') return applicationSubject(caller.applicationId);
  return caller.kind === 'user' ? `user ${caller.subject}` : `client ${caller.clientId}`;
}

/** The subject of an application's keys. */
export function applicationSubject(applicationId: string): string {
  return `application ${applicationId}`;
}

/** The same of a request, whose address identifies a caller without a credential. */
export function callerOf({ viewer, address }: { readonly viewer: Viewer; readonly address: string | null }): string {
  return viewer.kind === 'public' || viewer.kind === 'tool' ? `address ${address}` : quotaSubject(viewer);
}
