import { readFileSync } from 'node:fs';
import { parseUrl } from '../parseUrl.ts';
import { choice, variable, wholeNumber } from './variable.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

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

/** The content of a file. */
const file = variable({
  rule: 'a file that this user can read',
  read: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
});

/** How the service finds the trace that a request belongs to. Baggage is neither read nor sent, and changes nothing. */
const propagators = variable<true>({
  rule: 'tracecontext or tracecontext,baggage',
  read: (text) => {
    const names = text.split(',').map((name) => name.trim());
    const isKnown = names.every((name) => name === 'tracecontext' || name === 'baggage');
    return isKnown && names.includes('tracecontext') ? true : undefined;
  },
});

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const milliseconds = wholeNumber(1, LONGEST_TIMER_MS, { of: ' of milliseconds' });
const spans = wholeNumber(1, 1_000_000, { of: ' of spans' });

/** A setting of the exporter: for every signal, and for traces alone, which wins. */
function exporterSetting<Name extends string, Rule>(name: Name, rule: Rule) {
  return { [`OTEL_EXPORTER_OTLP_${name}`]: rule, [`OTEL_EXPORTER_OTLP_TRACES_${name}`]: rule } as {
    readonly [Key in `OTEL_EXPORTER_OTLP_${'' | 'TRACES_'}${Name}`]: Rule;
  };
}

/** Those of OpenTelemetry's own variables that count. */
export const tracesVariables = {
  OTEL_SDK_DISABLED: flag.default(false),
  OTEL_TRACES_EXPORTER: choice('otlp', 'none').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(
    'an http or https URL such as http://collector:4318, below which /v1/traces is',
  ).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint(
    'an http or https URL such as http://collector:4318/v1/traces',
  ).optional(),
  ...exporterSetting('PROTOCOL', choice('http/json', 'http/protobuf').optional()),
  ...exporterSetting('HEADERS', list('a comma list of name=value, such as api-key=…', true).optional()),
  ...exporterSetting('TIMEOUT', milliseconds.optional()),
  ...exporterSetting('COMPRESSION', choice('gzip', 'none').optional()),
  ...exporterSetting('CERTIFICATE', file.optional()),
  ...exporterSetting('CLIENT_CERTIFICATE', file.optional()),
  ...exporterSetting('CLIENT_KEY', file.optional()),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(1_000),
  OTEL_BSP_EXPORT_TIMEOUT: milliseconds.default(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: spans.default(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: spans.default(512),
  OTEL_TRACES_SAMPLER: choice(...SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  OTEL_RESOURCE_ATTRIBUTES: list(
    'a comma list of name=value, such as deployment.environment.name=production',
    false,
  ).default({}),
  OTEL_SERVICE_NAME: variable({ rule: 'a name', read: (text) => text }).optional(),
  OTEL_PROPAGATORS: propagators.optional(),
} as const;
