import { Counter, Histogram, type Registry } from 'prom-client';
import { DURATIONS } from './createMeter.ts';

export interface HttpMetrics {
  observe(request: ObservedRequest): void;
}

interface ObservedRequest {
  readonly listener: 'public' | 'internal';
  /** Undefined for a request without an operation, such as one to an unknown path or a page. */
  readonly operation: string | undefined;
  /** 0: the client left before the answer. */
  readonly status: number;
  readonly seconds: number;
}

/** Rate, errors and duration by operation. No label has a value that callers choose. */
export function createHttpMetrics(registers: Registry[]): HttpMetrics {
  const labels = ['listener', 'operation'] as const;
  const duration = new Histogram({
    name: 'anime_catalog_http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer, by operation; probes and /metrics are left out.',
    labelNames: labels,
    buckets: DURATIONS,
    registers,
  });
  const errors = new Counter({
    name: 'anime_catalog_http_request_errors_total',
    help: 'Requests answered with 4xx or 5xx, or whose client left before the answer (aborted).',
    labelNames: [...labels, 'result'] as const,
    registers,
  });
  return {
    observe({ listener, operation = 'none', status, seconds }) {
      duration.observe({ listener, operation }, seconds);
      const result = classify(status);
      if (result !== null) errors.inc({ listener, operation, result });
    },
  };
}

function classify(status: number): '4xx' | '5xx' | 'aborted' | null {
  if (status === 0) return 'aborted';
  if (status < 400) return null;
  return status < 500 ? '4xx' : '5xx';
}
