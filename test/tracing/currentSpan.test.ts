import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { currentSpan, inSpan, traced, untilEnd } from '../../src/tracing/currentSpan.ts';
import { noTracer, type Span } from '../../src/tracing/span.ts';

interface Recorded extends Span {
  readonly ended: unknown[];
}

function newSpan(): Recorded {
  const ended: unknown[] = [];
  return {
    ...{ traceId: 'a'.repeat(32), traceparent: '', tracestate: undefined, ended },
    child: newSpan,
    set() {},
    rename() {},
    end: (failure) => void ended.push(failure),
  };
}

test('work is within its span, and after it in none', async () => {
  const span = newSpan();
  const seen = await inSpan(span, async () => {
    await setImmediate();
    return currentSpan();
  });
  expect([seen, currentSpan()]).toEqual([span, null]);
});

test('work is led out of a span', async () => {
  expect(await inSpan(newSpan(), () => inSpan(null, async () => currentSpan()))).toBeNull();
});

test('a step ends with its work, and with its failure', async () => {
  const span = newSpan();
  const failure = new Error('no');
  await untilEnd(span, async () => {});
  await expect(untilEnd(span, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(span.ended).toEqual([undefined, { error: failure }]);
});

test('without a span there are no steps', async () => {
  expect(await traced(null, 'step', {}, async () => currentSpan())).toBeNull();
  expect([noTracer.request(null), noTracer.root('work'), noTracer.consequence('request', null)]).toEqual([
    null,
    null,
    null,
  ]);
});
