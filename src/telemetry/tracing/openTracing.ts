import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracesConfiguration } from '../../configuration/tracesConfiguration.ts';
import type { Tracer } from '../../tracing/span.ts';
import { version } from '../../version.ts';
import type { Logger } from '../logger.ts';
import { ExportReporter } from './exportReporter.ts';
import { otelTracer } from './otelTracer.ts';
import { samplerOf } from './samplerOf.ts';
import { TraceIds } from './traceIds.ts';

/** How long a stop waits for the last spans to arrive. */
const FLUSH_MS = 1_000;

export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what is left, for a second at most. */
  close(): Promise<void>;
}

/**
 * OpenTelemetry's SDK, which sends sampled spans by OTLP over HTTP in batches. It holds a bounded number of spans and
 * drops others, so that a receiver that is away costs nothing else. Nothing global is registered and no module patched.
 */
export function openTracing(configuration: TracesConfiguration, logger: Logger): Tracing {
  const { batches, resource } = configuration;
  const exporter = new ExportReporter(newExporter(configuration), logger);
  const ids = new TraceIds();
  const provider = new TracerProvider({
    sampler: new AlwaysOnSampler(),
    idGenerator: ids,
    resource: resourceFromAttributes({
      'service.version': version,
      'host.name': hostname(),
      'process.pid': process.pid,
      ...resource,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: batches.delayMs,
        exportTimeoutMillis: batches.timeoutMs,
        maxQueueSize: batches.waiting,
        maxExportBatchSize: batches.size,
      }),
    ],
  });
  return {
    tracer: otelTracer(provider.getTracer('canonical-anime-catalog', version), samplerOf(configuration), ids),
    close: () => Promise.race([provider.shutdown().catch(() => {}), sleep(FLUSH_MS, undefined, { ref: false })]),
  };
}

type ExporterOptions = NonNullable<ConstructorParameters<typeof JsonExporter>[0]>;

/** It is told everything: what it reads from the environment by itself it ignores silently where it is wrong. */
function newExporter({ url, protocol, headers, compression, timeoutMs, tls }: TracesConfiguration): SpanExporter {
  return new { 'http/json': JsonExporter, 'http/protobuf': ProtobufExporter }[protocol]({
    url,
    headers: { ...headers },
    compression: compression as NonNullable<ExporterOptions['compression']>,
    timeoutMillis: timeoutMs,
    httpAgentOptions: { keepAlive: true, ...tls },
  });
}
