import { expect, test } from '@jest/globals';
import type { Tracer as OtelTracer } from '@opentelemetry/api';
import { AlwaysOnSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { SamplerName } from '../../../src/configuration/tracesVariables.ts';
import { otelTracer } from '../../../src/telemetry/tracing/otelTracer.ts';
import { samplerOf } from '../../../src/telemetry/tracing/samplerOf.ts';
import { TraceIds } from '../../../src/telemetry/tracing/traceIds.ts';

const RATIO = 0.5;
const REQUESTS = 50;
const CALLER = 'b2'.repeat(8);

/** The service's tracer, and how many spans OpenTelemetry was asked to begin. */
function open(sampler: SamplerName) {
  const ids = new TraceIds();
  const otel = new TracerProvider({ sampler: new AlwaysOnSampler(), idGenerator: ids }).getTracer('test');
  const begun: string[] = [];
  const counting: OtelTracer = {
    startSpan(...given) {
      begun.push(given[0]);
      return otel.startSpan(...given);
    },
    startActiveSpan: otel.startActiveSpan.bind(otel),
  };
  return { tracer: otelTracer(counting, samplerOf({ sampler, ratio: RATIO }), ids), begun };
}

test('traces that begin here are sampled by their ids, each different; of others no span is begun', () => {
  const { tracer, begun } = open('parentbased_traceidratio');
  const spans = Array.from({ length: REQUESTS }, () => tracer.request({})).filter((span) => span !== null);
  const ratio = new TraceIdRatioBasedSampler(RATIO);
  const decisions = spans.map(({ traceId }) => ratio.shouldSample(undefined, traceId).decision);
  expect(new Set(decisions)).toEqual(new Set([ratio.shouldSample(undefined, `${'0'.repeat(31)}1`).decision]));
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(spans.length);
  expect(begun).toHaveLength(spans.length);
  expect(spans.length).toBeLessThan(REQUESTS);
});

test("a caller's trace that is sampled is continued whatever its parent's flags, and another begins no span", () => {
  const headers = (traceId: string, flags: string) => ({ traceparent: `00-${traceId}-${CALLER}-${flags}` });
  const [taken, left] = [`${'0'.repeat(31)}1`, `fffffffe${'0'.repeat(24)}`];
  const { tracer, begun } = open('traceidratio');
  expect(tracer.request(headers(taken, '00'))).toMatchObject({ traceId: taken, traceparent: /-01$/ });
  expect(tracer.request(headers(left, '01'))).toBeNull();
  expect(begun).toEqual(['request']);
});

test('work, and what a sampled trace caused, have traces of their own', () => {
  const { tracer, begun } = open('parentbased_always_off');
  expect([tracer.root('work'), tracer.consequence('attempt', null)]).toEqual([null, null]);
  const cause = `00-${'a'.repeat(32)}-${CALLER}-01`;
  const attempts = [tracer.consequence('attempt', cause), tracer.consequence('attempt', cause)];
  const ids = attempts.map((span) => span?.traceId);
  expect(new Set([...ids, 'a'.repeat(32), undefined]).size).toBe(4);
  expect(begun).toEqual(['attempt', 'attempt']);
});
