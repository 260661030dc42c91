import { createHash, createHmac } from 'node:crypto';
import { version } from '../../version.ts';

/**
 * What tells the representations of one release from those of another, for entity tags: what clients keep of an older release must
 * not count. @param description the text of the OpenAPI document, which holds the schema of every answer
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
