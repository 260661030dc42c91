import type { Attributes, Context, Link, SpanKind } from '@opentelemetry/api';
import { TraceFlags } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { SamplerName, TracesConfiguration } from '../../configuration/tracesVariables.ts';

/** The sampler of OTEL_TRACES_SAMPLER, except that what another sampled trace caused is sampled too. */
export function samplerOf({ sampler, ratio }: Pick<TracesConfiguration, 'sampler' | 'ratio'>): Sampler {
  return new LinkedSampler(plainSampler(sampler, ratio));
}

function plainSampler(name: SamplerName, ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}

/** Decided apart, of a hundred traces at 1 % only one would show both a publication and its deliveries. */
class LinkedSampler implements Sampler {
  readonly #others: Sampler;

  constructor(others: Sampler) {
    this.#others = others;
  }

  shouldSample(
    context: Context,
    traceId: string,
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    links: Link[],
  ): SamplingResult {
    if (links.some(({ context: { traceFlags } }) => (traceFlags & TraceFlags.SAMPLED) !== 0)) {
      return { decision: SamplingDecision.RECORD_AND_SAMPLED };
    }
    return this.#others.shouldSample(context, traceId, name, kind, attributes, links);
  }

  toString(): string {
    return `LinkedSampler{${this.#others}}`;
  }
}
