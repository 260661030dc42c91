import { expect, test } from '@jest/globals';
import { withDeadline } from '../../../src/search/elasticsearch/withDeadline.ts';

/** A request that ends when its signal aborts, with the signal's reason. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

test('gives what the request gives', async () => {
  expect(await withDeadline(1_000, undefined, async (signal) => signal.aborted)).toBe(false);
});

test('aborts a request that takes too long, with the one reason that the client does not blame on a node', async () => {
  await expect(withDeadline(10, undefined, hang)).rejects.toMatchObject({
    name: 'AbortError',
    code: DOMException.ABORT_ERR,
  });
});

test('a caller that gives up gets its own reason, the request the default one', async () => {
  const caller = new AbortController();
  let seen: unknown;
  const result = withDeadline(60_000, caller.signal, async (signal) => {
    signal.addEventListener('abort', () => {
      seen = signal.reason;
    });
    await hang(signal);
  });
  const reason = new Error('the client has gone');
  caller.abort(reason);
  await expect(result).rejects.toBe(reason);
  expect(seen).toMatchObject({ name: 'AbortError' });
});

test('starts nothing for a caller that has given up already', async () => {
  let started = false;
  const result = withDeadline(1_000, AbortSignal.abort('gone'), async () => {
    started = true;
  });
  await expect(result).rejects.toBe('gone');
  expect(started).toBe(false);
});
