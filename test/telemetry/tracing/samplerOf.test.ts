import { expect, test } from '@jest/globals';
import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import type { SamplerName } from '../../../src/configuration/tracesVariables.ts';
import { CALLERS_PER_SECOND, samplerOf } from '../../../src/telemetry/tracing/samplerOf.ts';

/** A trace that is not of the half that a ratio of 0.5 takes. */
const BEYOND_HALF = `fffffffe${'0'.repeat(24)}`;

const contextOf = (traceFlags: TraceFlags) => ({
  ...{ traceId: 'f'.repeat(32), spanId: 'b2'.repeat(8), traceFlags },
  isRemote: true,
});
const within = (flags: TraceFlags) => trace.setSpanContext(ROOT_CONTEXT, contextOf(flags));

test.each<[SamplerName, root: boolean, sampled: boolean, not: boolean]>([
  ['always_on', true, true, true],
  ['always_off', false, false, false],
  ['traceidratio', false, false, false],
  ['parentbased_always_on', true, true, false],
  ['parentbased_always_off', false, true, false],
  ['parentbased_traceidratio', false, true, false],
])('%s takes new traces: %s, those of a sampled caller: %s, of another: %s', (sampler, ...expected) => {
  const chosen = samplerOf({ sampler, ratio: 0.5 });
  const of = (context: typeof ROOT_CONTEXT) =>
    chosen.shouldSample(context, BEYOND_HALF, 'request', SpanKind.SERVER, {}, []).decision ===
    SamplingDecision.RECORD_AND_SAMPLED;
  expect([ROOT_CONTEXT, within(TraceFlags.SAMPLED), within(TraceFlags.NONE)].map(of)).toEqual(expected);
});

test.each([
  [TraceFlags.SAMPLED, true],
  [TraceFlags.NONE, false],
])('what a trace with flags %i caused is sampled: %s', (flags, expected) => {
  const sampler = samplerOf({ sampler: 'parentbased_always_off', ratio: 1 });
  const links = [{ context: contextOf(flags) }];
  const { decision } = sampler.shouldSample(ROOT_CONTEXT, '1'.repeat(32), 'attempt', SpanKind.CLIENT, {}, links);
  expect(decision === SamplingDecision.RECORD_AND_SAMPLED).toBe(expected);
});

test.each<[SamplerName, traceId: string, sampled: number, later: number]>([
  ['always_on', BEYOND_HALF, 1_000, 1_000],
  ['parentbased_always_on', BEYOND_HALF, 1_000, 1_000],
  ['parentbased_always_off', BEYOND_HALF, CALLERS_PER_SECOND, CALLERS_PER_SECOND],
  ['parentbased_traceidratio', BEYOND_HALF, CALLERS_PER_SECOND, CALLERS_PER_SECOND],
  // Callers choose the id, too.
  ['traceidratio', `${'0'.repeat(31)}1`, CALLERS_PER_SECOND, CALLERS_PER_SECOND],
])('%s, of %s: callers that send a thousand in a second have %i sampled', (sampler, traceId, ...expected) => {
  let now = 0;
  const chosen = samplerOf({ sampler, ratio: 0.5 }, () => now);
  const sampledOf = (context: typeof ROOT_CONTEXT, id: string) =>
    Array.from({ length: 1_000 }, () => chosen.shouldSample(context, id, 'request', SpanKind.SERVER, {}, [])).filter(
      ({ decision }) => decision === SamplingDecision.RECORD_AND_SAMPLED,
    ).length;
  const first = sampledOf(within(TraceFlags.SAMPLED), traceId);
  // Those that begin here are not theirs.
  if (sampler === 'traceidratio') expect(sampledOf(ROOT_CONTEXT, traceId)).toBe(1_000);
  now = 1_000;
  expect([first, sampledOf(within(TraceFlags.SAMPLED), traceId)]).toEqual(expected);
});
