import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type DownloadOptions, downloadFile } from '../../../src/cli/import/downloadFile.ts';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { describeWith } from '../../support/describeWith.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, type Reply, startReceiver } from '../../support/tls/startReceiver.ts';

const CONTENT = randomBytes(300_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const never = new AbortController().signal;

describeWith(['openssl'], 'a download', () => {
  let authority: TestAuthority;
  let folder: string;
  let notes: string[] = [];
  const servers: Receiver[] = [];
  beforeAll(async () => {
    authority = await createAuthority();
    folder = await mkdtemp(join(tmpdir(), 'catalog-download-test-'));
  });
  afterEach(async () => {
    notes = [];
    for (const server of servers.splice(0)) await server.close();
  });
  afterAll(async () => {
    await authority.remove();
    await rm(folder, { recursive: true });
  });

  async function serve(reply: Reply): Promise<Receiver> {
    const server = await startReceiver(await authority.issue(['localhost']), reply);
    servers.push(server);
    return server;
  }

  const path = () => join(folder, 'file');
  const from = (server: Receiver, options: Partial<DownloadOptions> = {}, place = '/file?part=1') =>
    downloadFile(`https://localhost:${server.port}${place}`, path(), {
      exempt: new Set(servers.map(({ port }) => targetOf('localhost', port))),
      stop: never,
      note: (text) => notes.push(text),
      ca: authority.cert,
      ...options,
      limits: { pauseMs: 10, silentMs: 2_000, ...options.limits },
    });

  test('has the very bytes, their digest, and what the server says of them', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { etag: '"1"', 'last-modified': 'Mon, 23 Nov 2026 00:00:00 GMT' }).end(CONTENT),
    );
    expect(await from(server)).toEqual({
      ...{ bytes: CONTENT.length, sha256: SHA256 },
      ...{ etag: '"1"', lastModified: 'Mon, 23 Nov 2026 00:00:00 GMT' },
    });
    expect(await readFile(path())).toEqual(CONTENT);
    expect(server.received[0]).toMatchObject({ method: 'GET', path: '/file?part=1' });
  });

  test('is none where the server says that nothing has changed', async () => {
    const server = await serve((request, response) => {
      const isKnown = request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === 'then';
      response.writeHead(isKnown ? 304 : 200).end();
    });
    expect(await from(server, { known: { etag: '"1"', lastModified: 'then' } })).toBeNull();
    expect(await from(server, { known: { etag: '"2"', lastModified: null } })).toMatchObject({ bytes: 0 });
  });

  test('starts over where it broke off', async () => {
    const server = await serve(({ headers }, response) => {
      expect(headers.range).toBeUndefined();
      response.writeHead(200, { etag: `"${server.received.length}"`, 'content-length': CONTENT.length });
      if (server.received.length > 2) response.end(CONTENT);
      else response.write(CONTENT.subarray(100), () => setTimeout(() => response.destroy(), 50));
    });
    expect(await from(server)).toMatchObject({ bytes: CONTENT.length, sha256: SHA256, etag: '"3"' });
    expect(await readFile(path())).toEqual(CONTENT);
    expect(notes).toHaveLength(2);
  });

  test('takes no answer to what was not asked', async () => {
    const unchanged = await serve((_request, response) => response.writeHead(304).end());
    await expect(from(unchanged)).rejects.toThrow('status 304');
    const part = await serve((_request, response) =>
      response.writeHead(206, { 'content-range': `bytes 0-99/${CONTENT.length}` }).end(CONTENT.subarray(0, 100)),
    );
    await expect(from(part)).rejects.toThrow('status 206');
    const encoded = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'br', 'content-length': CONTENT.length }).end(CONTENT),
    );
    await expect(from(encoded)).rejects.toThrow('sent it as br');
  });

  test('whose end is not told is refused', async () => {
    const server = await serve((_request, response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\nETag: "1"\r\nConnection: close\r\n\r\nhalf`);
    });
    await expect(from(server)).rejects.toThrow('does not tell where it ends');
    expect(server.received).toHaveLength(1);
  });

  test('follows redirects to https alone, and not for ever', async () => {
    const file = await serve((_request, response) => response.end(CONTENT));
    const to = (location: string) =>
      serve((_request, response) => response.writeHead(302, { location: location }).end('elsewhere'));
    expect(await from(await to(`https://localhost:${file.port}/signed?key=1`))).toMatchObject({ sha256: SHA256 });
    await expect(from(await to('http://example.org/'))).rejects.toThrow(/redirects to http:.*is not https:/);
    await expect(from(await to('https://10.0.0.1/'))).rejects.toThrow(/redirects to .* names an IP address/);
    await expect(from(await to('/round'))).rejects.toThrow('more than 5 times');
  });

  test('comes from public addresses alone', async () => {
    const server = await serve((_request, response) => response.end(CONTENT));
    await expect(from(server, { exempt: new Set() })).rejects.toMatchObject({ code: 'download_failed' });
    expect(server.connections()).toBe(0);
  });

  test('is bounded in size, told or not, and in time', async () => {
    const told = await serve((_request, response) =>
      response.writeHead(200, { 'content-length': 300_000 }).end(CONTENT),
    );
    await expect(from(told, { limits: { bytes: 299_999 } })).rejects.toThrow('more than 299999 bytes');
    const untold = await serve((_request, response) => {
      response.write(CONTENT);
      response.end();
    });
    await expect(from(untold, { limits: { bytes: 299_999 } })).rejects.toThrow('more than 299999 bytes');
    const silent = await serve((_request, response) => response.writeHead(200).flushHeaders());
    await expect(from(silent, { limits: { totalMs: 300 } })).rejects.toThrow('longer than 0.3 s');
    await expect(from(silent, { limits: { silentMs: 100 } })).rejects.toMatchObject({ code: 'download_failed' });
  });

  test('says what the server answered, and tries again what may pass', async () => {
    const missing = await serve((_request, response) => response.writeHead(404).end());
    await expect(from(missing)).rejects.toThrow('status 404');
    expect(missing.received).toHaveLength(1);
    const busy = await serve((_request, response) =>
      busy.received.length < 3 ? response.writeHead(503).end() : response.end(CONTENT),
    );
    expect(await from(busy)).toMatchObject({ sha256: SHA256 });
    const away = await serve((_request, response) => response.writeHead(503).end());
    await expect(from(away)).rejects.toThrow('status 503');
    expect(away.received).toHaveLength(5);
  });

  test('ends when it is stopped', async () => {
    const silent = await serve((_request, response) => response.writeHead(200).flushHeaders());
    const stop = new AbortController();
    const ended = expect(from(silent, { stop: stop.signal })).rejects.toThrow('it was stopped');
    setTimeout(() => stop.abort(), 100);
    await ended;
  });
});
