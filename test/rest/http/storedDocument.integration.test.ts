import { createHook } from 'node:async_hooks';
import { createServer, type IncomingHttpHeaders, request as sendHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import type { RestRequest, RestResponse } from '../../../src/rest/http/requestFacts.ts';
import { storeDocument } from '../../../src/rest/http/storedDocument.ts';
import { readServedDocument } from '../../../src/rest/openapi/servedDocument.ts';
import { descriptionPage } from '../../../src/rest/pages/documentPages.ts';
import type { Page } from '../../../src/rest/pages/page.ts';
import { documentPages } from '../../../src/site/docs/documentPages.tsx';
import { problemPages } from '../../../src/site/errors/problemPages.tsx';
import { referencePages } from '../../../src/site/reference/referencePages.tsx';

describe('a document that stays the same', () => {
  const json = JSON.stringify(readServedDocument());
  const pages: readonly Page[] = [
    descriptionPage(json),
    ...referencePages(json, true, { publicUrl: 'https://catalog.example.org' }).slice(0, 1),
    ...documentPages(null),
    ...problemPages({ hasHome: true, publicUrl: null }).slice(0, 1),
  ];
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

  /** How often this process compresses or decompresses something meanwhile. */
  const countCompressions = async (work: () => Promise<void>) => {
    let count = 0;
    const hook = createHook({
      init(_id, type) {
        if (type === 'ZLIB') count += 1;
      },
    }).enable();
    await work().finally(() => hook.disable());
    return count;
  };

  describe('asked for by invented names', () => {
    const askByNames = async (path: string, names: readonly string[]) => {
      for (const host of names) expect((await ask(path, { 'accept-encoding': 'br', host })).headers.etag).toBeDefined();
    };
    const invented = Array.from({ length: 24 }, (_unused, at) => `n${at + 10}.example`);

    test.each(pages.map(({ path }) => path))('%s is compressed once at most', async (path) => {
      await ask(path, { 'accept-encoding': 'br' });
      expect(await countCompressions(() => askByNames(path, invented))).toBe(0);
    });
  });

  test('is compressed once, whoever asks at the same time', async () => {
    const document = storeDocument('text/plain', 'a'.repeat(100_000));
    const [first, second] = await Promise.all([document.encoded('br'), document.encoded('br')]);
    expect(second).toBe(first);
    expect(await document.encoded('br')).toBe(first);
  });
});
