import { once } from 'node:events';
import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { testAlias } from '../search/openTestIndex.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService } from '../support/openTestService.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { until } from '../support/until.ts';
import { startTraceReceiver } from './startTraceReceiver.ts';

describeWith(['postgres', 'elasticsearch'], 'a search that is traced', () => {
  const CALLER = 'b2'.repeat(8);

  /** Passes requests on, and keeps `traceparent` and `tracestate` of each search. */
  async function startProxy(target: string) {
    const told: { readonly traceparent?: string; readonly tracestate?: string }[] = [];
    const server = createServer((incoming, outgoing) => {
      const { method, url = '', headers } = incoming;
      if (/_m?search/.test(url)) told.push(pick(headers));
      const onward = forward(`${target}${url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const close = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, told, close };
  }

  function pick({ traceparent, tracestate }: IncomingHttpHeaders) {
    return { ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) } as Readonly<
      Record<string, string>
    >;
  }

  test('leads to Elasticsearch, which is told of it', async () => {
    const cluster = await sharedServer('elasticsearch');
    const proxy = await startProxy(cluster);
    const traces = await startTraceReceiver();
    const alias = testAlias();
    const service = await openTestService({
      ...{ SEARCH: 'on', ELASTICSEARCH_URL: proxy.url, ELASTICSEARCH_INDEX: alias },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    });
    try {
      const headers = { traceparent: `00-${'a'.repeat(32)}-${CALLER}-01`, tracestate: 'rojo=1,congo=2' };
      const search = async () => (await fetch(`${service.publicUrl}/v1/search?q=naruto`, { headers })).status;
      await until(async () => (await search()) === 200, 60_000);
      const told = proxy.told.splice(0).map(({ traceparent, tracestate }) => {
        const [, traceId, spanId, flags] = traceparent?.split('-') ?? [];
        return { traceId, spanId, flags, tracestate };
      });
      expect(told).not.toEqual([]);
      const spanOf = (spanId: string | undefined) => traces.spans.find((span) => span.spanId === spanId);
      const requestOf = (spanId: string | undefined) => spanOf(spanOf(spanOf(spanId)?.parentSpanId)?.parentSpanId);
      // Spans are sent in batches, those of the requests that a search made before it ended.
      await until(() => told.every(({ spanId }) => requestOf(spanId) !== undefined), 20_000);
      for (const { traceId, spanId, flags, tracestate } of told) {
        expect([traceId, flags, tracestate]).toEqual(['a'.repeat(32), '01', 'rojo=1,congo=2']);
        expect(spanOf(spanId)?.name).toBe('msearch');
        expect(requestOf(spanId)).toMatchObject({ name: 'GET SearchAnime', parentSpanId: CALLER });
      }
    } finally {
      await service.end();
      await traces.close();
      await proxy.close();
      const left = Object.keys((await (await fetch(`${cluster}/${alias}*`)).json()) as object);
      if (left.length > 0) await fetch(`${cluster}/${left.join()}`, { method: 'DELETE' });
    }
  }, 240_000);
});
