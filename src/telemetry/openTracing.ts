import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, hostDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { errorMessage } from '../base/errors.ts';
import { LineLimit, ONE_OUTAGE } from '../base/lineLimit.ts';
import { version } from '../base/version.ts';
import { waitAtMost } from '../base/waitAtMost.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Logger } from './logger.ts';

/** How long a stop waits for the last spans to arrive. */
const FLUSH_MS = 1_000;

/**
 * OpenTelemetry's SDK behind its interface. A receiver that is away costs nothing but spans.
 * @returns a function that sends what is left and stops
 */
export function openTracing(configuration: Configuration, logger: Logger): () => Promise<void> {
  // The exporter reads its own variables, of which some may have been in files; those of traces alone would win.
  for (const name of ['ENDPOINT', 'HEADERS', 'PROTOCOL']) delete process.env[`OTEL_EXPORTER_OTLP_TRACES_${name}`];
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS'] as const) {
    const { [name]: value } = configuration;
    if (value !== undefined) process.env[name] = value;
  }
  const lines = new LineLimit(ONE_OUTAGE);
  setGlobalErrorHandler((error) => {
    const omitted = lines.take();
    if (omitted !== undefined) logger.warn({ reason: errorMessage(error), omitted }, 'traces cannot be sent');
  });
  const share = new TraceIdRatioBasedSampler(configuration.OTEL_TRACES_SAMPLER_ARG);
  const isJson = configuration.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json';
  const provider = new TracerProvider({
    // A caller's flag does not count: anybody can send it.
    sampler: new ParentBasedSampler({ root: share, remoteParentSampled: share, remoteParentNotSampled: share }),
    resource: resourceFromAttributes({ 'service.name': 'anime-catalog', 'service.version': version }).merge(
      detectResources({ detectors: [hostDetector, envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter: isJson ? new JsonExporter() : new ProtobufExporter() })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return async () => {
    await waitAtMost(
      FLUSH_MS,
      provider.shutdown().catch(() => {}),
    );
    for (const api of [trace, context, propagation]) api.disable();
  };
}
