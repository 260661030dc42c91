import type { z } from 'zod';
import { parseUrl } from '../parseUrl.ts';
import { choice, variable } from './variable.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

/** How traces are sent. Holds secrets. */
export interface TracesConfiguration {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  /** The share of traces that a sampler by ratio takes, from 0 to 1. */
  readonly ratio: number;
  /** Attributes of the resource, with `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
}

function endpoint(rule: string) {
  return variable({
    rule,
    secret: true,
    read: (text) => (['http:', 'https:'].includes(parseUrl(text)?.protocol ?? '') ? text : undefined),
  });
}

/** `name=value` with commas between, percent-encoded as in the header Baggage. */
function list(rule: string, secret: boolean) {
  return variable<Readonly<Record<string, string>>>({
    rule,
    secret,
    read: (text) => {
      const entries = text.split(',').filter((entry) => entry.trim() !== '');
      const pairs = entries.map((entry) => /^([^=]+)=(.*)$/.exec(entry)?.slice(1).map(decoded));
      return pairs.every((pair) => pair?.every((part) => part !== undefined))
        ? Object.fromEntries(pairs as [string, string][])
        : undefined;
    },
  });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return undefined;
  }
}

const flag = variable({
  rule: 'true or false',
  read: (text) => (/^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined),
});

const ratio = variable({
  rule: 'a number from 0 to 1',
  read: (text) => (/^(0|1|[01]?\.\d+)$/.test(text) && Number(text) <= 1 ? Number(text) : undefined),
});

/** OpenTelemetry's own variables. Its exporter reads OTEL_EXPORTER_OTLP_TIMEOUT, _COMPRESSION and _CERTIFICATE too. */
export const tracesVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(
    'an http or https URL such as http://collector:4318, below which /v1/traces is',
  ).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint(
    'an http or https URL such as http://collector:4318/v1/traces',
  ).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: list('a comma list of name=value, such as api-key=…', true).optional(),
  OTEL_TRACES_SAMPLER: choice(...SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  OTEL_RESOURCE_ATTRIBUTES: list(
    'a comma list of name=value, such as deployment.environment.name=production',
    false,
  ).default({}),
  OTEL_SERVICE_NAME: variable({ rule: 'a name', read: (text) => text }).optional(),
  OTEL_SDK_DISABLED: flag.default(false),
} as const;

/** @returns null: no traces */
export function tracesConfiguration(
  variables: z.output<z.ZodObject<typeof tracesVariables>>,
): TracesConfiguration | null {
  const url = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? below(variables.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (url === undefined || variables.OTEL_SDK_DISABLED) return null;
  const { OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES: attributes } = variables;
  return {
    url,
    headers: variables.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    sampler: variables.OTEL_TRACES_SAMPLER,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    resource: {
      'service.name': 'anime-catalog',
      ...attributes,
      ...(OTEL_SERVICE_NAME !== undefined && { 'service.name': OTEL_SERVICE_NAME }),
    },
  };
}

function below(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : `${endpoint.replace(/\/$/, '')}/v1/traces`;
}
