import { TraceFlags, trace } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracesConfiguration } from '../../configuration/tracesConfiguration.ts';
import type { SamplerName } from '../../configuration/tracesVariables.ts';

/** The most traces of callers that are sampled in a second; those that begin here are not limited. */
export const CALLERS_PER_SECOND = 50;

/**
 * The sampler of OTEL_TRACES_SAMPLER, except that consequences of sampled traces are sampled too, and that traces of
 * callers are limited: any caller may send the flag, or an id that the ratio takes.
 * @param now in milliseconds
 */
export function samplerOf(
  { sampler, ratio }: Pick<TracesConfiguration, 'sampler' | 'ratio'>,
  now: () => number = () => performance.now(),
): Sampler {
  const plain = plainSampler(sampler, ratio);
  const takesAll = sampler.endsWith('always_on') || (sampler.endsWith('traceidratio') && ratio === 1);
  return new LinkedSampler(takesAll ? plain : new BoundedSampler(plain, now));
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

/** Samples traces that begin elsewhere within CALLERS_PER_SECOND. */
class BoundedSampler implements Sampler {
  readonly #others: Sampler;
  readonly #now: () => number;
  #secondBegan = Number.NEGATIVE_INFINITY;
  #sampled = 0;

  constructor(others: Sampler, now: () => number) {
    this.#others = others;
    this.#now = now;
  }

  shouldSample(...given: Parameters<Sampler['shouldSample']>): SamplingResult {
    const result = this.#others.shouldSample(...given);
    const isCallers = trace.getSpanContext(given[0])?.isRemote === true;
    if (!isCallers || result.decision !== SamplingDecision.RECORD_AND_SAMPLED) return result;
    const now = this.#now();
    if (now - this.#secondBegan >= 1_000) {
      this.#secondBegan = now;
      this.#sampled = 0;
    }
    this.#sampled += 1;
    return this.#sampled <= CALLERS_PER_SECOND ? result : { decision: SamplingDecision.NOT_RECORD };
  }

  toString(): string {
    return `BoundedSampler{${this.#others}}`;
  }
}

/** Decided independently at 1 %, only one sampled publication in a hundred would show its deliveries. */
class LinkedSampler implements Sampler {
  readonly #others: Sampler;

  constructor(others: Sampler) {
    this.#others = others;
  }

  shouldSample(...given: Parameters<Sampler['shouldSample']>): SamplingResult {
    const links = given[5];
    if (links.some(({ context: { traceFlags } }) => (traceFlags & TraceFlags.SAMPLED) !== 0)) {
      return { decision: SamplingDecision.RECORD_AND_SAMPLED };
    }
    return this.#others.shouldSample(...given);
  }

  toString(): string {
    return `LinkedSampler{${this.#others}}`;
  }
}
