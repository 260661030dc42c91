import type { ServerResponse } from 'node:http';
import type { Span } from './span.ts';

/** Facts of a request in the response's `locals`. */
interface RequestFacts {
  readonly requestId?: string;
  readonly operationId?: string | null;
}

/** Ends a request's span with its answer, or when its client leaves. Its name is the operation's: paths hold ids. */
export function endWithResponse(
  span: Span,
  listener: 'public' | 'internal',
  response: ServerResponse & { readonly locals?: RequestFacts },
): void {
  const { method = '' } = response.req;
  response.once('close', () => {
    const { requestId, operationId } = response.locals ?? {};
    const isAborted = !response.writableFinished;
    const status = response.headersSent ? response.statusCode : undefined;
    span.rename(operationId == null ? method : `${method} ${operationId}`);
    span.set({
      'http.request.method': method,
      'http.response.status_code': status,
      'catalog.listener': listener,
      'catalog.request_id': requestId,
    });
    if (isAborted) span.end({ error: new RequestAborted() });
    else if ((status ?? 0) >= 500) span.end({ error: { code: String(status) } });
    else span.end();
  });
}

class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}
