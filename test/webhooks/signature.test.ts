import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { verifySignature } from '../../docs/webhooks/verifySignature.ts';
import { sign } from '../../src/webhooks/deliveryRequest.ts';
import type { SignatureVector } from './signatureVector.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../docs/webhooks/test-vectors.json', import.meta.url), 'utf8'),
) as SignatureVector[];

describe('the verification that subscribers are given', () => {
  test.each(vectors)('judges $name', ({ secrets, timestamp, signature, body, now, valid }) => {
    const request = { secrets, timestamp: timestamp ?? undefined, signature: signature ?? undefined, now };
    expect(verifySignature({ ...request, body: Buffer.from(body) })).toBe(valid);
  });
});

test.each(vectors.filter(({ valid, secrets }) => valid && secrets.length === 1))(
  'a signature is the one of the vectors: $name',
  ({ secrets: [secret = ''], timestamp, signature, body }) => {
    expect(sign(secret, Number(timestamp), Buffer.from(body))).toBe(signature);
  },
);
