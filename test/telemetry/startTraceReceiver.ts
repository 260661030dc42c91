import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as OTLP has it in JSON. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** Code 2: an error. */
  readonly status: { readonly code?: number };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/** A collector of traces by OTLP over HTTP, at /v1/traces. */
export interface TraceReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** Attributes of the last resource. */
  resource(): Readonly<Record<string, string | number | undefined>>;
  /** Whether it holds what it is sent without an answer. */
  hangs(does: boolean): void;
  close(): Promise<void>;
}

/** @param port default: a free one */
export async function startTraceReceiver(port = 0): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let resource: readonly Attribute[] = [];
  let isHanging = false;
  const server = createServer(async (request, response) => {
    if (isHanging) return;
    headers.push(request.headers);
    const { resourceSpans } = (await json(request)) as Exported;
    for (const each of resourceSpans) {
      resource = each.resource.attributes;
      spans.push(...each.scopeSpans.flatMap((scope) => scope.spans));
    }
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    resource: () => attributesOf(resource),
    hangs: (does) => {
      isHanging = does;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The attributes of a span or resource by name. */
export function attributesOf(attributes: readonly Attribute[]): Readonly<Record<string, string | number | undefined>> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? undefined : Number(intValue)),
    ]),
  );
}
