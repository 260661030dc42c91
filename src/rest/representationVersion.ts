import { createHash } from 'node:crypto';
import { version } from '../version.ts';

/**
 * What tells the representations of one release from those of another, for entity tags: what clients keep of an older release must
 * not count. @param description the text of the OpenAPI document, which holds the schema of every answer
 */
export function representationVersion(description: string): string {
  return createHash('sha256').update(`${version}\n${description}`).digest('base64url').slice(0, 6);
}
