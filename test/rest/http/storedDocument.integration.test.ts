import { createServer, type IncomingHttpHeaders, request as sendHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import type { RestRequest, RestResponse } from '../../../src/rest/http/requestFacts.ts';
import { storeDocument } from '../../../src/rest/http/storedDocument.ts';
import { openApiDocument } from '../../../src/rest/openapi/openApiDocument.ts';
import { descriptionPage } from '../../../src/rest/pages/descriptionPage.ts';
import type { Page } from '../../../src/rest/pages/page.ts';
import { referencePages } from '../../../src/rest/pages/referencePages.ts';
import { routes } from '../../../src/rest/routes.ts';

describe('a document that stays the same', () => {
  const json = JSON.stringify(openApiDocument(routes));
  const pages: readonly Page[] = [descriptionPage(json), ...referencePages(json, true).slice(0, 1)];
  const app = express();
  for (const { path, serve } of pages)
    app.get(path, (request, response) => serve(response as RestResponse, request as unknown as RestRequest));
  const server = createServer(app);
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      sendHttp({ port, host: '127.0.0.1', path, headers, method, agent: false }, async (response) => {
        resolve({ status: response.statusCode, headers: response.headers, body: await buffer(response) });
      })
        .on('error', reject)
        .end();
    });

  test.each(pages.map(({ path }) => path))(
    '%s: the codings that the client takes, and one tag for all',
    async (path) => {
      const plain = await ask(path);
      expect(plain.headers['content-encoding']).toBeUndefined();
      if (plain.body.length < 1024) return;
      for (const [accepted, coding, decode] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0, gzip', 'gzip', gunzipSync],
        ['*', 'br', brotliDecompressSync],
      ] as const) {
        const coded = await ask(path, { 'accept-encoding': accepted });
        expect(coded.headers).toMatchObject({ 'content-encoding': coding, etag: plain.headers.etag });
        expect(coded.headers['content-length']).toBe(String(coded.body.length));
        expect(decode(coded.body).equals(plain.body)).toBe(true);
        const head = await ask(path, { 'accept-encoding': accepted }, 'HEAD');
        for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'cache-control']) {
          expect(head.headers[name]).toBe(coded.headers[name]);
        }
      }
      expect((await ask(path, { 'accept-encoding': 'gzip;q=0, br;q=0' })).headers['content-encoding']).toBeUndefined();
      const again = await ask(path, { 'if-none-match': plain.headers.etag ?? '', 'accept-encoding': 'br' });
      expect([again.status, again.body.length, again.headers['content-encoding']]).toEqual([304, 0, undefined]);
    },
  );

  test('is compressed once, whoever asks at the same time', async () => {
    const document = storeDocument('text/plain', 'a'.repeat(100_000));
    const [first, second] = await Promise.all([document.encoded('br'), document.encoded('br')]);
    expect(second).toBe(first);
    expect(await document.encoded('br')).toBe(first);
  });
});
