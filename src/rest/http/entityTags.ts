import { createHash, createHmac, hash } from 'node:crypto';
import { version } from '../../version.ts';

const listedTags = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Makes the entity tags of a release and reads them back. What clients keep of another release never counts. */
export class EntityTags {
  readonly #release: string;

  /** @param release tells the representations of one release from those of another */
  constructor(release: string) {
    this.#release = release;
  }

  /**
   * Of a representation with these change versions, the first of them the context's incarnation of the database;
   * without any, of one that nothing stored shows in.
   */
  weak(...versions: readonly (string | number)[]): string {
    return `W/"${[this.#release, ...versions].join('.')}"`;
  }

  /** Of a representation without a version: a digest of its bytes, which are all that shows whether it has changed. */
  ofBytes(bytes: Buffer): string {
    return this.weak(hash('sha256', bytes, 'base64url').slice(0, 22));
  }

  /** Of the very bytes that show this revision of a resource. @param incarnation the context's */
  strong(incarnation: string, revision: string | number): string {
    return `"${this.#release}.${incarnation}.${revision}"`;
  }

  /**
   * The revisions that If-Match names, by strong comparison (RFC 9110, 13.1.1); null when any will do.
   * @param incarnation the context's
   */
  revisionsIn(incarnation: string, ifMatch: string): readonly number[] | null {
    if (ifMatch.trim() === '*') return null;
    const revisions: number[] = [];
    for (const [, weak, opaque = ''] of ifMatch.matchAll(listedTags)) {
      const revision = Number(opaque.slice(1, -1).split('.').at(-1));
      if (weak === undefined && Number.isInteger(revision) && this.strong(incarnation, revision) === opaque)
        revisions.push(revision);
    }
    return revisions;
  }
}

/** Whether the header asks for any representation at all (RFC 9110, 13.1.2). */
export function asksForAny(ifNoneMatch: string): boolean {
  return ifNoneMatch.trim() === '*';
}

/**
 * Whether If-None-Match names this entity tag, by weak comparison (RFC 9110, 13.1.2). `Cache-Control: no-cache` in the
 * request changes nothing: every client built on fetch adds it to a conditional request.
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === entityTag || asksForAny(ifNoneMatch)) return true;
  const opaque = entityTag.replace(/^W\//, '');
  for (const [, , listed] of ifNoneMatch.matchAll(listedTags)) {
    if (listed === opaque) return true;
  }
  return false;
}

/**
 * What tells the representations of one release from those of another, for entity tags: what clients keep of an older
 * release must not count.
 * @param description the text of the OpenAPI document, which holds the schema of every answer
 * @param cursorSecret the one that signs
 */
export function representationVersion(description: string, cursorSecret: string): string {
  return (
    createHash('sha256')
      .update(`${version}\n${description}\n`)
      // A page that a client keeps must not outlive the signature of the cursor in it.
      .update(createHmac('sha256', cursorSecret).update('entity tags').digest())
      .digest('base64url')
      .slice(0, 6)
  );
}
