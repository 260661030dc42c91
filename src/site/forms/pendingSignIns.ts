import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageCookie } from '../../base/pageCookie.ts';
import type { PendingSignIn } from '../../graph/caller/portal.ts';
import { targetBelow } from '../design/link.tsx';

/** How long a person may take to sign in. */
const SIGN_IN_S = 900;

/** The most pending sign-ins, the latest ones: one for each tab, within the 4 kB of a cookie. */
const MOST = 5;

interface Pending extends PendingSignIn {
  /** The page that follows. */
  readonly to: string;
}

/** A longer target would not fit into the cookie: browsers drop one of more than 4 kB. */
const LONGEST_TARGET = 400;

/** The page to follow a sign-in, where it is `path` or below it; `path` for any other: no redirect leaves it. */
export function targetWithin(path: string, to: string): string {
  return targetBelow(path, to.length > LONGEST_TARGET ? '' : to);
}

/** The sign-ins that a browser has begun, in a cookie of its own. */
export class PendingSignIns {
  readonly #cookie: PageCookie;

  constructor(cookie: PageCookie) {
    this.#cookie = cookie;
  }

  add(request: IncomingMessage, response: ServerResponse, pending: Pending): void {
    this.#keep(response, [pending, ...this.#read(request)].slice(0, MOST));
  }

  /** Removes and returns the one that the issuer answers; null for an unknown state. */
  take(request: IncomingMessage, response: ServerResponse, state: string | null): Pending | null {
    const all = this.#read(request);
    const found = all.find((each) => each.state === state) ?? null;
    if (found !== null)
      this.#keep(
        response,
        all.filter((each) => each !== found),
      );
    return found;
  }

  #read(request: IncomingMessage): readonly Pending[] {
    try {
      const read: unknown = JSON.parse(Buffer.from(this.#cookie.read(request), 'base64url').toString());
      return Array.isArray(read) ? read.filter(isPending) : [];
    } catch {
      return [];
    }
  }

  #keep(response: ServerResponse, all: readonly Pending[]): void {
    if (all.length === 0) this.#cookie.clear(response);
    else this.#cookie.set(response, Buffer.from(JSON.stringify(all)).toString('base64url'), SIGN_IN_S);
  }
}

function isPending(read: unknown): read is Pending {
  if (typeof read !== 'object' || read === null) return false;
  const members = read as Readonly<Record<string, unknown>>;
  return ['state', 'nonce', 'verifier', 'to'].every(
    (name) => typeof members[name] === 'string' && members[name] !== '',
  );
}
