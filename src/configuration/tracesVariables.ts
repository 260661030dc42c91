import type { z } from 'zod';
import { parseUrl } from '../parseUrl.ts';
import { choice, variable } from './variable.ts';

const endpoint = variable({
  rule: 'an http or https URL such as http://collector:4318',
  secret: true,
  read: (text) => (['http:', 'https:'].includes(parseUrl(text)?.protocol ?? '') ? text : undefined),
});

const headers = variable({
  rule: 'a comma list of name=value, such as api-key=…',
  secret: true,
  read: (text) => (text.split(',').every((pair) => /^[^=]+=/.test(pair)) && isDecodable(text) ? text : undefined),
});

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

const protocol = choice('http/protobuf', 'http/json');

const ratio = variable({
  rule: 'a number from 0 to 1',
  read: (text) => (/^(0|1|[01]?\.\d+)$/.test(text) && Number(text) <= 1 ? Number(text) : undefined),
});

/** Those of OpenTelemetry's variables that the service reads itself; the exporter reads others. */
export const tracesVariables = {
  OTEL_TRACES_EXPORTER: choice('otlp', 'none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
} as const;

/** How traces are sent. Holds secrets. */
export interface TracesConfiguration {
  readonly protocol: 'http/json' | 'http/protobuf';
  /** The share of traces that is sampled, from 0 to 1. */
  readonly ratio: number;
  /** The exporter's variables, with the contents of files. */
  readonly exporter: Readonly<Record<string, string>>;
}

/** @returns null: no traces */
export function tracesConfiguration(
  variables: z.output<z.ZodObject<typeof tracesVariables>>,
): TracesConfiguration | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = variables;
  const { OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_TRACES_HEADERS } = variables;
  const hasEndpoint = (OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
  if (!hasEndpoint || variables.OTEL_TRACES_EXPORTER === 'none') return null;
  const exporter = {
    ...(OTEL_EXPORTER_OTLP_ENDPOINT && { OTEL_EXPORTER_OTLP_ENDPOINT }),
    ...(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT && { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }),
    ...(OTEL_EXPORTER_OTLP_HEADERS && { OTEL_EXPORTER_OTLP_HEADERS }),
    ...(OTEL_EXPORTER_OTLP_TRACES_HEADERS && { OTEL_EXPORTER_OTLP_TRACES_HEADERS }),
  };
  return {
    protocol: variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? variables.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    exporter,
  };
}
