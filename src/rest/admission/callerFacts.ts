import { hash } from 'node:crypto';
import { quotaSubject } from '../../graph/caller/quotaSubject.ts';
import type { Caller } from '../../graph/model/viewer.ts';
import type { CallerFacts } from '../http/requestFacts.ts';

/** The caller in request logs: a `sub` may be an e-mail address, so its digest is logged. */
export function callerFacts(caller: Caller): CallerFacts {
  switch (caller.kind) {
    case 'key':
      return { quota: quotaSubject(caller), key: caller.id, application: caller.applicationId };
    case 'user': {
      const sub = subjectDigest(caller.subject);
      return { quota: `user ${sub}`, sub };
    }
    case 'client':
      return { quota: quotaSubject(caller), client: caller.clientId };
  }
}

/** The first 16 hexadecimal digits of SHA-256: `printf %s SUB | sha256sum | cut -c1-16`. */
export function subjectDigest(subject: string): string {
  return hash('sha256', subject, 'hex').slice(0, 16);
}
