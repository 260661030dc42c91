import { createHash, createHmac, hash } from 'node:crypto';
import { version } from '../../base/version.ts';

const listedTags = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Makes the entity tags of a release and parses them; tags of another release never match. */
export class EntityTags {
  readonly #release: string;

  /** @param release distinguishes the representations of this release */
  constructor(release: string) {
    this.#release = release;
  }

  /**
   * The tag of a representation with these change versions, the first of them the context's incarnation; without
   * versions, of one that depends on no stored data.
   */
  weak(...versions: readonly (string | number)[]): string {
    return `W/"${[this.#release, ...versions].join('.')}"`;
  }

  /** The tag of a representation without a version: a digest of its bytes. */
  ofBytes(bytes: Buffer): string {
    return this.weak(hash('sha256', bytes, 'base64url').slice(0, 22));
  }

  /**
   * The strong tag of a resource.
   * @param incarnation the context's
   * @param version its revision; where answers show more than that counts, a hyphen and a digest of the rest follow
   */
  strong(incarnation: string, version: string | number): string {
    return `"${this.#release}.${incarnation}.${version}"`;
  }

  /**
   * The revisions that If-Match lists, by strong comparison (RFC 9110, 13.1.1); null when any matches. The rest of a
   * version is ignored: what no writer changes must not refuse a write.
   * @param incarnation the context's
   */
  revisionsIn(incarnation: string, ifMatch: string): readonly number[] | null {
    if (ifMatch.trim() === '*') return null;
    const revisions: number[] = [];
    for (const [, weak, opaque = ''] of ifMatch.matchAll(listedTags)) {
      const version = opaque.slice(1, -1).split('.').at(-1) ?? '';
      const revision = /^([1-9]\d{0,8}|0)(?:-[\w-]+)?$/.exec(version)?.[1];
      if (weak === undefined && revision !== undefined && this.strong(incarnation, version) === opaque)
        revisions.push(Number(revision));
    }
    return revisions;
  }
}

/** Whether the header matches any representation, with `*` (RFC 9110, 13.1.2). */
export function matchesAny(ifNoneMatch: string): boolean {
  return ifNoneMatch.trim() === '*';
}

/**
 * Whether If-None-Match lists this entity tag, by weak comparison (RFC 9110, 13.1.2). The request's `Cache-Control:
 * no-cache` is ignored: every client built on fetch adds it to conditional requests.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === entityTag || matchesAny(ifNoneMatch)) return true;
  const opaque = entityTag.replace(/^W\//, '');
  for (const [, , listed] of ifNoneMatch.matchAll(listedTags)) {
    if (listed === opaque) return true;
  }
  return false;
}

/** Whether If-Match, where it is sent, lists this strong entity tag (RFC 9110, 13.1.1). */
export function isMatch(ifMatch: string | undefined, entityTag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return [...ifMatch.matchAll(listedTags)].some(([, weak, opaque]) => weak === undefined && opaque === entityTag);
}

/**
 * Distinguishes the representations of one release in entity tags, so that copies from an older release do not match.
 * @param description the text of the OpenAPI document, which holds the schema of every answer
 * @param cursorSecret the signing one
 */
export function representationVersion(description: string, cursorSecret: string): string {
  return (
    createHash('sha256')
      .update(`${version}\n${description}\n`)
      // A cached page must not outlive the signature of its cursor.
      .update(createHmac('sha256', cursorSecret).update('entity tags').digest())
      .digest('base64url')
      .slice(0, 6)
  );
}
