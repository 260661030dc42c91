import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ProblemError } from '../problem/problemError.ts';

/** The scope of a cursor: one endpoint, and the values of the parameters that must not change. */
export interface CursorScope {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Where a page begins. */
export interface CursorPosition {
  /** The graph's cursor. */
  readonly after: string;
  /** The window of the walk's first request, which cursors retain (docs/contract.md#page-envelope). */
  readonly window?: Readonly<Record<string, string>> | undefined;
}

const version = 1;
const digestBytes = 9;
const signatureBytes = 16;
/** Longer texts are refused unread. */
export const longestCursor = 8192;

const payloadSchema = z.tuple([z.string(), z.record(z.string(), z.string()).optional()]);

/**
 * Signed cursors: base64url of version byte, scope digest, JSON payload and HMAC-SHA-256 (cut to 128 bits) over all of
 * it. A cursor with a single changed character is refused, never read as page one.
 */
export class CursorCodec {
  readonly #secrets: readonly [string, ...string[]];

  /** @param secrets shared by all replicas: the first signs, all verify */
  constructor(secrets: readonly [string, ...string[]]) {
    this.#secrets = secrets;
  }

  encode(scope: CursorScope, position: CursorPosition): string {
    const { after, window } = position;
    const payload = JSON.stringify((window ? [after, window] : [after]) satisfies z.input<typeof payloadSchema>);
    const signed = Buffer.concat([Buffer.of(version), scopeDigest(scope), Buffer.from(payload)]);
    return Buffer.concat([signed, sign(signed, this.#secrets[0])]).toString('base64url');
  }

  /** @throws ProblemError invalid_cursor */
  decode(scope: CursorScope, text: string): CursorPosition {
    const bytes = text.length <= longestCursor ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
    const signed = bytes.subarray(0, -signatureBytes);
    if (
      signed.length <= 1 + digestBytes ||
      signed[0] !== version ||
      // base64 has spare bits and ignores foreign characters: only the canonical spelling is accepted.
      bytes.toString('base64url') !== text ||
      !this.#secrets.some((secret) => timingSafeEqual(bytes.subarray(-signatureBytes), sign(signed, secret)))
    ) {
      throw invalidCursor('after is not a cursor that this service gave: send page.nextCursor unchanged.');
    }
    if (!signed.subarray(1, 1 + digestBytes).equals(scopeDigest(scope))) {
      throw invalidCursor(
        'after was given for another endpoint or for other parameters: repeat those of the first request unchanged.',
      );
    }
    const payload = JSON.parse(signed.subarray(1 + digestBytes).toString('utf8'));
    const [after, window] = payloadSchema.parse(payload);
    return { after, window };
  }
}

function sign(bytes: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', secret).update(bytes).digest().subarray(0, signatureBytes);
}

function scopeDigest({ operationId, parameters }: CursorScope): Buffer {
  const values = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([operationId, values]), 'buffer').subarray(0, digestBytes);
}

function invalidCursor(detail: string): ProblemError {
  return new ProblemError('invalid_cursor', detail, { parameter: 'after' });
}
