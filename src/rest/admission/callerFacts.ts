import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../graph/model/viewer.ts';
import type { ExchangeCaller } from '../http/exchange.ts';
import { quotaSubject } from './quotaSubject.ts';

/** Verdicts are remembered, and callers with them: each is told of in many lines. */
const known = new LRUCache<Caller, ExchangeCaller>({ max: 10_000 });

/** A caller as request lines tell of it: a `sub` may be an address of e-mail, so they have its digest. */
export function callerFacts(caller: Caller): ExchangeCaller {
  const found = known.get(caller);
  if (found !== undefined) return found;
  const facts = factsOf(caller);
  known.set(caller, facts);
  return facts;
}

function factsOf(caller: Caller): ExchangeCaller {
  const quota = quotaSubject(caller);
  switch (caller.kind) {
    case 'key':
      return { quota, key: caller.id, application: caller.applicationId };
    case 'user':
      return { quota: `user ${subjectDigest(caller.subject)}`, sub: subjectDigest(caller.subject) };
    case 'client':
      return { quota, client: caller.clientId };
  }
}

/** The first 16 hexadecimal digits of SHA-256: `printf %s SUB | sha256sum | cut -c1-16`. */
function subjectDigest(subject: string): string {
  return hash('sha256', subject, 'hex').slice(0, 16);
}
