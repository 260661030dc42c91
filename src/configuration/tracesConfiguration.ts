import type { z } from 'zod';
import type { SamplerName, tracesVariables } from './tracesVariables.ts';
import type { Environment } from './variable.ts';

type TracesVariables = z.output<z.ZodObject<typeof tracesVariables>>;

/** How traces are sent. Holds secrets. */
export interface TracesConfiguration {
  readonly url: string;
  readonly protocol: 'http/json' | 'http/protobuf';
  readonly headers: Readonly<Record<string, string>>;
  readonly compression: 'gzip' | 'none';
  /** How long one export may take, in milliseconds. */
  readonly timeoutMs: number;
  /** In PEM: authorities beside which no others count, and the service's own certificate with its key. */
  readonly tls: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly batches: {
    /** The time between two exports, in milliseconds. */
    readonly delayMs: number;
    /** How long one batch may take with its retries, in milliseconds. */
    readonly timeoutMs: number;
    /** The most spans that wait; others are dropped. */
    readonly waiting: number;
    /** The most spans of a batch. */
    readonly size: number;
  };
  readonly sampler: SamplerName;
  /** The share of traces that a sampler by ratio takes, from 0 to 1. */
  readonly ratio: number;
  /** Attributes of the resource, with `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
}

/** OpenTelemetry's, where OTEL_TRACES_EXPORTER is `otlp` in so many words. */
const STANDARD_ENDPOINT = 'http://localhost:4318';
const STANDARD_TIMEOUT_MS = 10_000;

/** What has a form for every signal and one for traces alone, which wins. */
type Setting = 'PROTOCOL' | 'TIMEOUT' | 'COMPRESSION' | 'CERTIFICATE' | 'CLIENT_CERTIFICATE' | 'CLIENT_KEY';

/** @returns null: no traces */
export function tracesConfiguration(variables: TracesVariables): TracesConfiguration | null {
  const endpoint =
    variables.OTEL_EXPORTER_OTLP_ENDPOINT ??
    (variables.OTEL_TRACES_EXPORTER === 'otlp' ? STANDARD_ENDPOINT : undefined);
  const url = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? below(endpoint);
  if (url === undefined) return null;
  const setting = <Name extends Setting>(name: Name) =>
    variables[`OTEL_EXPORTER_OTLP_TRACES_${name}`] ?? variables[`OTEL_EXPORTER_OTLP_${name}`];
  const ca = setting('CERTIFICATE');
  const cert = setting('CLIENT_CERTIFICATE');
  const key = setting('CLIENT_KEY');
  const { OTEL_SERVICE_NAME: name, OTEL_RESOURCE_ATTRIBUTES: attributes } = variables;
  return {
    url,
    protocol: setting('PROTOCOL') ?? 'http/json',
    headers: { ...variables.OTEL_EXPORTER_OTLP_HEADERS, ...variables.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    compression: setting('COMPRESSION') ?? 'none',
    timeoutMs: setting('TIMEOUT') ?? STANDARD_TIMEOUT_MS,
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
    batches: {
      delayMs: variables.OTEL_BSP_SCHEDULE_DELAY,
      timeoutMs: variables.OTEL_BSP_EXPORT_TIMEOUT,
      waiting: variables.OTEL_BSP_MAX_QUEUE_SIZE,
      size: variables.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    },
    sampler: variables.OTEL_TRACES_SAMPLER,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    resource: { 'service.name': 'anime-catalog', ...attributes, ...(name !== undefined && { 'service.name': name }) },
  };
}

/** The environment; where a variable turns traces off, without all of OpenTelemetry's, so that none can be wrong. */
export function withoutUnusedTraces(environment: Environment): Environment {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = environment;
  const areOff = OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || OTEL_TRACES_EXPORTER?.trim() === 'none';
  if (!areOff) return environment;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOpenTelemetrys(name)));
}

/**
 * Variables of OpenTelemetry that are set and change nothing here. `none` turns off what the service does not have.
 * @param known the names of the service's variables
 */
export function unreadVariables(
  environment: Environment,
  variables: TracesVariables,
  known: readonly string[],
): readonly string[] {
  const takesRatio = variables.OTEL_TRACES_SAMPLER.endsWith('traceidratio');
  return Object.keys(environment).filter((name) => {
    const value = environment[name]?.trim() ?? '';
    if (!isOpenTelemetrys(name) || value === '' || value === 'none') return false;
    return !known.includes(name) || (name === 'OTEL_TRACES_SAMPLER_ARG' && !takesRatio);
  });
}

/** A sentence for the operator. */
export function unreadText(names: readonly string[]): string {
  return `Variables of OpenTelemetry are set that change nothing here: ${names.join(', ')}. docs/operations.md#traces has those that do.`;
}

export function isOpenTelemetrys(name: string): boolean {
  return name.startsWith('OTEL_');
}

function below(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : `${endpoint.replace(/\/$/, '')}/v1/traces`;
}
