import { expect, test } from '@jest/globals';
import { callerTraceId } from '../../src/tracing/traceRequest.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each([
  ['version 00', `00-${traceId}-${spanId}-01`],
  ['version 00 with the flags of the future', `00-${traceId}-${spanId}-fe`],
  ['a later version', `01-${traceId}-${spanId}-00`],
  ['a later version with more fields', `cc-${traceId}-${spanId}-01-what-the-future-brings`],
])('the trace of %s', (_name, traceparent) => {
  expect(callerTraceId(traceparent)).toBe(traceId);
});

test.each([
  ['no header', undefined],
  ['several headers', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ['nothing', ''],
  ['the forbidden version', `ff-${traceId}-${spanId}-01`],
  ['version 00 with more fields', `00-${traceId}-${spanId}-01-more`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a parent id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a short trace id', `00-${traceId.slice(1)}-${spanId}-01`],
  ['a later version with a run-on field', `01-${traceId}-${spanId}-01x`],
])('null for %s', (_name, traceparent) => {
  expect(callerTraceId(traceparent)).toBeNull();
});
