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
  const spans = Array.from({ length: REQUESTS }, () => tracer.request(null)).filter((span) => span !== null);
  const ratio = new TraceIdRatioBasedSampler(RATIO);
  const decisions = spans.map(({ traceId }) => ratio.shouldSample(undefined, traceId).decision);
  expect(new Set(decisions)).toEqual(new Set([ratio.shouldSample(undefined, `${'0'.repeat(31)}1`).decision]));
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(spans.length);
  expect(begun).toHaveLength(spans.length);
  expect(spans.length).toBeLessThan(REQUESTS);
});

test("a caller's trace that is sampled is continued whatever its parent's flags, and another begins no span", () => {
  const caller = (traceId: string, isSampled: boolean) => ({
    traceId,
    spanId: CALLER,
    isSampled,
    tracestate: undefined,
  });
  const [taken, left] = [`${'0'.repeat(31)}1`, `fffffffe${'0'.repeat(24)}`];
  const { tracer, begun } = open('traceidratio');
  expect(tracer.request(caller(taken, false))).toMatchObject({ traceId: taken, traceparent: /-01$/ });
  expect(tracer.request(caller(left, true))).toBeNull();
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

const MEMBERS = Array.from({ length: 32 }, (_each, index) => `k${index}=v`);

test.each<[which: string, tracestate: string, kept: string | undefined]>([
  ['one member', 'rojo=00f067aa0ba902b7', 'rojo=00f067aa0ba902b7'],
  ['several, in their order', 'rojo=1,congo= t61 rc', 'rojo=1,congo= t61 rc'],
  ['space around members, and empty ones', ' rojo=1 ,\t, congo=2,', 'rojo=1,congo=2'],
  ['tenants', '1-a_b*c/d@vendor=x', '1-a_b*c/d@vendor=x'],
  ['as many as there may be', MEMBERS.join(), MEMBERS.join()],
  ['too many', [...MEMBERS, 'k=v'].join(), undefined],
  ['nothing', '', undefined],
  ['no value', 'rojo=1,congo', undefined],
  ['an empty value', 'rojo=1,congo=', undefined],
  ['a key with capitals', 'Rojo=1', undefined],
  ['a space before the equals sign', 'rojo =1', undefined],
  ['an equals sign in a value', 'rojo=1=2', undefined],
  ['letters beyond ASCII', 'rojo=ü', undefined],
  ['a key twice', 'rojo=1,rojo=2', undefined],
  ['more than 512 characters', `rojo=1,${MEMBERS.map((member) => `${member}${'v'.repeat(20)}`).join()}`, undefined],
])('of tracestate, %s is kept in the trace, or nothing', (_which, tracestate, kept) => {
  const { tracer } = open('always_on');
  const span = tracer.request({ traceId: 'a'.repeat(32), spanId: CALLER, isSampled: true, tracestate });
  const spans = [span, span?.child('step', 'internal')];
  expect(spans.map((each) => each?.tracestate)).toEqual([kept, kept]);
  expect(span?.traceId).toBe('a'.repeat(32));
});
