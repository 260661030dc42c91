import type { RequestHandler } from 'express';

/** Whether a part of the service works, as /readyz shows it. */
export interface PartStatus {
  /**
   * `waiting`: a start waits for it. `warning`: it works, and probably not as it should. `read_only`: it answers only
   * reads, like a database that was demoted to a standby.
   */
  readonly status: 'ok' | 'waiting' | 'warning' | 'read_only' | 'failed' | 'off';
  /** The reason of a failure or a wait; holds no secret. */
  readonly detail?: string;
  readonly latencyMs?: number;
}

export interface Readiness {
  readonly status: 'starting' | 'ready' | 'unready' | 'stopping';
  readonly parts: Readonly<Record<string, PartStatus>>;
}

/** The process runs and its event loop makes progress. */
export const livez: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

/** 200 while requests can be answered, else 503; optional parts are listed but do not count. */
export function readyz(examine: () => Readiness): RequestHandler {
  return (_request, response) => {
    const readiness = examine();
    response
      .status(readiness.status === 'ready' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(readiness);
  };
}

export function metricsPage(metrics: { readonly contentType: string; text(): Promise<string> }): RequestHandler {
  return async (_request, response) => {
    response.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).send(await metrics.text());
  };
}
