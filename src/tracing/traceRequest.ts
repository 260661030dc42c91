import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import { beginSpan, failSpan } from './inSpan.ts';

/** Facts of a request in the response's `locals`. */
interface RequestFacts {
  readonly requestId?: string;
  readonly operationId?: string | null;
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/**
 * Handles a request within a span that ends with the answer, or when the client leaves.
 * @param handle is given the id of the caller's trace, else of a sampled one; null: there is neither
 */
export function traceRequest(
  listener: 'public' | 'internal',
  { headers }: IncomingMessage,
  response: ServerResponse,
  handle: (traceId: string | null) => void,
): void {
  const span = beginSpan('request', { kind: SpanKind.SERVER }, propagation.extract(ROOT_CONTEXT, headers));
  if (span.isRecording()) endWithResponse(span, listener, response);
  const ownId = span.isRecording() ? span.spanContext().traceId : null;
  context.with(trace.setSpan(ROOT_CONTEXT, span), handle, undefined, callerTraceId(headers.traceparent) ?? ownId);
}

/** The id in a valid `traceparent` (W3C Trace Context, level 1), whose later versions may append fields. */
export function callerTraceId(traceparent: string | string[] | undefined): string | null {
  if (typeof traceparent !== 'string') return null;
  const [, version, traceId, more] = TRACEPARENT.exec(traceparent) ?? [];
  return traceId === undefined || (version === '00' && more !== undefined) ? null : traceId;
}

/** The span's name is the operation's: paths hold ids. */
function endWithResponse(
  span: Span,
  listener: 'public' | 'internal',
  response: ServerResponse & { readonly locals?: RequestFacts },
): void {
  const { method = '' } = response.req;
  response.once('close', () => {
    const { requestId, operationId } = response.locals ?? {};
    const status = response.headersSent ? response.statusCode : undefined;
    span.updateName(operationId == null ? method : `${method} ${operationId}`).setAttributes({
      'http.request.method': method,
      'http.response.status_code': status,
      'catalog.listener': listener,
      'catalog.request_id': requestId,
    });
    if (!response.writableFinished) failSpan(span, 'aborted');
    else if ((status ?? 0) >= 500) failSpan(span, String(status));
    span.end();
  });
}
