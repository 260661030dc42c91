export interface RequestTarget {
  /** As sent: percent-encoded, case and slashes kept. */
  readonly path: string;
  /** As sent, without the question mark; null when there is none. */
  readonly query: string | null;
}

/** Splits a request target. A proxy's absolute form (RFC 9112, 3.2.2) counts as the path and query in it. */
export function requestTarget(url: string): RequestTarget {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  if (mark === -1) return { path: target, query: null };
  return { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
