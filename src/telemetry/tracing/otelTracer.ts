import {
  type Context,
  createTraceState,
  type Link,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type TraceState,
  trace,
} from '@opentelemetry/api';
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';
import { errorCode } from '../../errors.ts';
import { type CallerTrace, callerTraceOf } from '../../tracing/callerTrace.ts';
import type { Span, SpanAttributes, Tracer } from '../../tracing/span.ts';
import type { TraceIds } from './traceIds.ts';

/**
 * The tracing of the service by OpenTelemetry's. Which traces are sampled is decided before their first span is begun:
 * a span that is not sampled costs a request several times as much as the decision.
 * @param tracer samples all; its provider has the same ids
 */
export function otelTracer(tracer: OtelTracer, sampler: Sampler, ids: TraceIds): Tracer {
  const begin = (name: string, kind: SpanKind, context: Context, links: Link[], attributes: SpanAttributes = {}) => {
    const traceId = trace.getSpanContext(context)?.traceId ?? ids.draw();
    const { decision } = sampler.shouldSample(context, traceId, name, kind, attributes, links);
    if (decision !== SamplingDecision.RECORD_AND_SAMPLED) return null;
    return new RecordedSpan(tracer, tracer.startSpan(name, { kind, attributes, links }, context), context);
  };
  return {
    request(caller) {
      const context = caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(caller));
      return begin('request', SpanKind.SERVER, context, []);
    },
    root: (name, attributes) => begin(name, SpanKind.INTERNAL, ROOT_CONTEXT, [], attributes),
    consequence(name, cause, attributes) {
      const linked = callerTraceOf({ traceparent: cause ?? undefined });
      const links = linked === null ? [] : [{ context: contextOf(linked) }];
      return begin(name, SpanKind.CLIENT, ROOT_CONTEXT, links, attributes);
    },
  };
}

function contextOf({ traceId, spanId, isSampled, tracestate }: CallerTrace): SpanContext {
  const traceState = tracestate === undefined ? undefined : traceStateOf(tracestate);
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return { traceId, spanId, traceFlags, isRemote: true, ...(traceState && { traceState }) };
}

/**
 * OpenTelemetry keeps the members that are well formed, at most 32. A part of a list would tell those who wrote it
 * something wrong, so it is kept whole or not at all.
 */
function traceStateOf(header: string): TraceState | undefined {
  const members = header.split(',').flatMap((member) => member.trim() || []);
  const state = createTraceState(header);
  return members.length > 0 && state.serialize() === members.join() ? state : undefined;
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

class RecordedSpan implements Span {
  readonly #tracer: OtelTracer;
  readonly #span: OtelSpan;
  readonly #context: Context;

  constructor(tracer: OtelTracer, span: OtelSpan, parent: Context) {
    this.#tracer = tracer;
    this.#span = span;
    this.#context = trace.setSpan(parent, span);
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  get tracestate(): string | undefined {
    return this.#span.spanContext().traceState?.serialize();
  }

  child(name: string, kind: keyof typeof KINDS, attributes?: SpanAttributes): Span {
    const span = this.#tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) }, this.#context);
    return new RecordedSpan(this.#tracer, span, this.#context);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  end(failure?: { readonly error: unknown }): void {
    if (failure !== undefined) {
      this.#span.setAttribute('error.type', errorCode(failure.error)).setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}
