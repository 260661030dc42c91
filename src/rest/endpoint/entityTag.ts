const entityTags = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether the header asks for any representation at all (RFC 9110, 13.1.2). */
export function asksForAny(ifNoneMatch: string): boolean {
  return ifNoneMatch.trim() === '*';
}

/**
 * Whether If-None-Match names this entity tag, by weak comparison (RFC 9110, 13.1.2). `Cache-Control: no-cache` in the request
 * changes nothing: every client built on fetch adds it to a conditional request.
 */
export function matchesEntityTag(ifNoneMatch: string, entityTag: string): boolean {
  if (ifNoneMatch === entityTag || asksForAny(ifNoneMatch)) return true;
  const opaque = entityTag.replace(/^W\//, '');
  for (const [, listed] of ifNoneMatch.matchAll(entityTags)) {
    if (listed === opaque) return true;
  }
  return false;
}
