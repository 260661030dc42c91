import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { tlsReason } from '../../../src/graph/webhook/tlsReason.ts';
import { DeliveryClient, type DeliveryClientOptions } from '../../../src/webhooks/client/deliveryClient.ts';
import { dnsResolver } from '../../../src/webhooks/client/resolveHost.ts';
import { describeWith } from '../../support/describeWith.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, type Reply, startReceiver } from '../../support/tls/startReceiver.ts';
import { startMisbehaving } from './misbehaviour.ts';
import { type DnsServer, startDnsServer } from './startDnsServer.ts';

describeWith(['openssl'], 'the client of receivers', () => {
  let authority: TestAuthority;
  let dns: DnsServer;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    [authority, dns] = await Promise.all([createAuthority(), startDnsServer()]);
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  afterAll(async () => {
    await Promise.all([authority.remove(), dns.close()]);
  });

  const receiver = async (reply?: Reply, names = ['localhost'], days?: number): Promise<Receiver> => {
    const started = await startReceiver(await authority.issue(names, days), reply);
    closers.push(() => started.close());
    return started;
  };
  const client = (targets: readonly Receiver[] = [], options: Partial<DeliveryClientOptions> = {}) => {
    const exempt = new Set(targets.map(({ port }) => targetOf('localhost', port)));
    const made = new DeliveryClient({
      exempt,
      ca: authority.cert,
      resolve: dnsResolver({ servers: [dns.place] }),
      ...options,
    });
    closers.unshift(() => made.close());
    return made;
  };
  const post = (from: DeliveryClient, url: string) =>
    from.post({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":"é"}') });
  const postTo = (to: Receiver, options: Partial<DeliveryClientOptions> = {}) =>
    post(client([to], options), `https://localhost:${to.port}/hook`);

  test('posts the very bytes and is acknowledged by 2xx', async () => {
    const to = await receiver((_request, response) => response.writeHead(202).end('thanks'));
    expect(await postTo(to)).toEqual({ status: 202, error: null, responseBody: 'thanks', retryAfter: null });
    expect(to.received).toMatchObject([{ method: 'POST', path: '/hook', body: Buffer.from('{"a":"é"}') }]);
  });

  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'])(
    'goes to no name with the address %s, alone or among public ones',
    async (address) => {
      dns.names.set('one.example.org', [address]);
      dns.names.set('mixed.example.org', ['8.8.8.8', '2606:4700::1111', address]);
      const from = client();
      const refused = { status: null, error: 'unsafe_address', responseBody: null, retryAfter: null };
      expect(await post(from, 'https://one.example.org/')).toEqual(refused);
      expect(await post(from, 'https://mixed.example.org/')).toEqual(refused);
    },
  );

  test.each(['127.0.0.1', '[::1]', '8.8.8.8', 'localhost', '2130706433', '[::ffff:127.0.0.1]'])(
    'goes to no address that the URL itself names: %s',
    async (host) => {
      expect(await post(client(), `https://${host}/`)).toMatchObject({ error: 'unsafe_address' });
    },
  );

  test('judges a name at every attempt: what was public when it was made may lead elsewhere now', async () => {
    const inside = await receiver(undefined, ['rebound.example.org']);
    const from = client([], { deadlineMs: 300 });
    dns.names.set('rebound.example.org', ['192.0.3.1']);
    expect((await post(from, 'https://rebound.example.org/')).error).not.toBe('unsafe_address');
    dns.names.set('rebound.example.org', ['127.0.0.1']);
    expect(await post(from, 'https://rebound.example.org/')).toMatchObject({ error: 'unsafe_address' });
    expect(inside.connections()).toBe(0);
  });

  test('tells a name that is not there from one whose server is silent', async () => {
    dns.names.set('silent.example.org', 'silent');
    expect(await post(client(), 'https://missing.example.org/')).toMatchObject({ error: 'dns' });
    expect(await post(client([], { deadlineMs: 200 }), 'https://silent.example.org/')).toMatchObject({
      error: 'timeout',
    });
  });

  test.each([['8.8.8.8'], ['2606:4700::1111']])(
    'asks %s although the server is silent on the other family',
    async (address) => {
      dns.names.set('half.example.org', [address, 'silent']);
      const found = await dnsResolver({ servers: [dns.place] })('half.example.org');
      expect(found.map((it) => it.address)).toEqual([address]);
    },
    // Two tries of two seconds each, and more, are what the server would get.
    3_000,
  );

  test('trusts no certificate that has expired, names another host or comes from an unknown authority', async () => {
    const [expired, elsewhere, unknown] = await Promise.all([
      receiver(undefined, ['localhost'], -1),
      receiver(undefined, ['other.example.org']),
      receiver(),
    ]);
    const stranger = await createAuthority();
    closers.push(() => stranger.remove());
    const failures = [await postTo(expired), await postTo(elsewhere), await postTo(unknown, { ca: stranger.cert })];
    for (const failure of failures) expect(failure).toMatchObject({ error: 'tls', status: null });
    expect(failures.map(({ tlsCode = '' }) => tlsReason(tlsCode))).toEqual([
      expect.stringContaining('has expired'),
      expect.stringContaining('names another host'),
      expect.stringContaining('intermediate certificates'),
    ]);
    expect([expired, elsewhere, unknown].flatMap(({ received }) => received)).toEqual([]);
  });

  test.each([
    ['enable TLS 1.2', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }],
    ['HTTP/2 alone', { ALPNProtocols: ['h2'] }],
    ['see `openssl s_client', { requestCert: true, maxVersion: 'TLSv1.2' }],
  ] as const)('says what a handshake failed at: %s', async (text, options) => {
    const server = createTlsServer({ ...(await authority.issue(['localhost'])), ...options } as TlsOptions);
    server.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => void server.close());
    const { port } = server.address() as AddressInfo;
    const from = client([], { exempt: new Set([targetOf('localhost', port)]) });
    const { error, tlsCode = '' } = await post(from, `https://localhost:${port}/`);
    expect([error, tlsReason(tlsCode)]).toEqual(['tls', expect.stringContaining(text)]);
  });

  test('follows no redirect', async () => {
    const other = await receiver();
    const to = await receiver((_request, response) =>
      response.writeHead(307, { location: `https://localhost:${other.port}/` }).end(),
    );
    const from = client([to, other]);
    expect(await post(from, `https://localhost:${to.port}/`)).toMatchObject({ status: 307, error: 'http_status' });
    expect(other.connections()).toBe(0);
  });

  test('keeps 4 kB of a body, and unpacks none', async () => {
    const large = await receiver((_request, response) => response.writeHead(200).end('x'.repeat(1_000_000)));
    expect((await postTo(large)).responseBody).toBe('x'.repeat(4096));
    const packed = await receiver((_request, response) =>
      response.writeHead(500, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000))),
    );
    expect(await postTo(packed)).toMatchObject({ status: 500, responseBody: '(gzip-encoded, not shown)' });
    const talkative = await receiver((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'x'.repeat(8_000) }).end('a'),
    );
    expect((await postTo(talkative)).responseBody).toBe(`(${'x'.repeat(40)}-encoded, not shown)`);
    const plain = await receiver((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'Identity' }).end('a'),
    );
    expect((await postTo(plain)).responseBody).toBe('a');
    const odd = await receiver((_request, response) => response.writeHead(200).end(Buffer.from([0x61, 0, 0xff])));
    expect((await postTo(odd)).responseBody).toBe('a\ufffd\ufffd');
  });

  test('waits for a dripping body no longer than 2 s, and takes its status', async () => {
    const to = await receiver((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
    });
    expect(await postTo(to)).toMatchObject({ status: 200, error: null, responseBody: expect.stringMatching(/^\.+$/) });
  }, 8_000);

  test('waits no longer than its deadline for a silent receiver, dripping headers or a handshake that never ends', async () => {
    const silent = await receiver(() => {});
    const dripping = createServer((socket) => {
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(dripping, 'listening');
    closers.push(async () => void dripping.close());
    const port = (dripping.address() as AddressInfo).port;
    const headers = await receiver((_request, response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => response.socket?.write('a: b\r\n'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const options = { deadlineMs: 400 };
    const ends = await Promise.all([
      postTo(silent, options),
      postTo(headers, options),
      post(client([], { ...options, exempt: new Set([targetOf('localhost', port)]) }), `https://localhost:${port}/`),
    ]);
    expect(ends.map(({ status, error }) => ({ status, error }))).toEqual(
      Array(3).fill({ status: null, error: 'timeout' }),
    );
  }, 8_000);

  test('says when nobody listens, or the connection breaks off', async () => {
    const gone = await receiver();
    await gone.close();
    closers.pop();
    expect(await postTo(gone)).toMatchObject({ status: null, error: 'connection' });
    const rude = await receiver((_request, response) => void response.socket?.destroy());
    expect(await postTo(rude)).toMatchObject({ status: null, error: 'connection' });
    const early = await receiver((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.socket?.destroy());
    });
    expect(await postTo(early)).toMatchObject({ status: 200, error: null });
  });

  describe('a receiver that speaks HTTP in its own way', () => {
    /** Says these pieces to the n-th request, one after the other; null: breaks off. */
    const speaks = async (...answers: readonly (readonly (string | null)[])[]) => {
      let asked = 0;
      let connections = 0;
      const server = await startMisbehaving(
        await authority.issue(['localhost']),
        () => async (socket) => {
          const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
          asked += 1;
          for (const piece of answer) {
            if (piece === null) socket.destroy();
            else socket.write(piece, 'latin1');
            if (answer.length > 1) await sleep(5);
          }
        },
        () => {
          connections += 1;
        },
      );
      closers.push(() => server.close());
      const from = client([], { exempt: new Set([targetOf('localhost', server.port)]) });
      return {
        post: async () => {
          const result = await post(from, `https://localhost:${server.port}/hook`);
          // Until the connection is free again.
          await sleep(30);
          return result;
        },
        asked: () => asked,
        connections: () => connections,
      };
    };
    const DONE = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone';
    const done = { status: 200, error: null, responseBody: 'done', retryAfter: null };

    test.each([
      ['099', 'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n'],
      ['000', 'HTTP/1.1 000 X\r\n\r\n'],
      ['001 behind 100', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 001 X\r\n\r\n'],
    ])('a status below 100 is no answer: %s', async (_status, answer) => {
      const to = await speaks([answer]);
      expect(await to.post()).toEqual({ status: null, error: 'connection', responseBody: null, retryAfter: null });
      expect(to.asked()).toBe(1);
    });

    test.each([
      ['100', ['HTTP/1.1 100 Continue\r\n\r\n', DONE]],
      ['100 in one piece with the answer', [`HTTP/1.1 100 Continue\r\n\r\n${DONE}`]],
      ['100 without a reason', ['HTTP/1.1 100\r\n\r\n', DONE]],
      ['199', ['HTTP/1.1 199 X\r\n\r\nHTTP/1.1 100 X\r\n\r\n', DONE]],
      ['100 with headers', ['HTTP/1.1 100 Continue\r\nServer: x\r\nA: HTTP/1.1 100\r\n\r\n', DONE]],
      ['several', [...Array(3).fill('HTTP/1.1 100 X\r\n\r\nHTTP/1.1 103 X\r\n\r\n'), 'HTTP/1.1 102 X\r\n\r\n', DONE]],
      ['byte by byte', [...`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\na: b\r\n\r\n${DONE}`]],
    ])('answers that announce another are skipped: %s', async (_name, answer) => {
      const to = await speaks(answer);
      expect(await to.post()).toEqual(done);
      expect(await to.post()).toEqual(done);
      expect(to.connections()).toBe(1);
    });

    test('a body that looks like them is left as it is', async () => {
      const body = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 X';
      const to = await speaks([`HTTP/1.1 500 X\r\nContent-Length: ${body.length}\r\n\r\n`, body]);
      expect(await to.post()).toMatchObject({ status: 500, responseBody: body });
    });

    test('a kept connection that breaks off before a byte of an answer is replaced once within the attempt', async () => {
      const to = await speaks([DONE], [null], [DONE], [DONE]);
      expect(await to.post()).toEqual(done);
      expect(await to.post()).toEqual(done);
      expect([to.asked(), to.connections()]).toEqual([3, 2]);
      expect(await to.post()).toEqual(done);
    });

    test('a new connection that breaks off is not replaced, nor the second of an attempt', async () => {
      const atOnce = await speaks([null]);
      expect(await atOnce.post()).toMatchObject({ status: null, error: 'connection' });
      expect(atOnce.asked()).toBe(1);
      const again = await speaks([DONE], [null]);
      expect(await again.post()).toEqual(done);
      expect(await again.post()).toMatchObject({ status: null, error: 'connection' });
      expect(again.asked()).toBe(3);
    });

    test.each(['H', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 200 OK\r\n'])(
      'a kept connection on which %j has come is not replaced',
      async (begun) => {
        const to = await speaks([DONE], [begun, null], [DONE]);
        expect(await to.post()).toEqual(done);
        expect(await to.post()).toMatchObject({ status: null, error: 'connection' });
        expect(to.asked()).toBe(2);
      },
    );

    test('the status counts where headers take up to 64 kB', async () => {
      const to = await speaks([`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(60_000)}\r\nContent-Length: 4\r\n\r\ndone`]);
      expect(await to.post()).toEqual(done);
    });
  });

  test.each([
    [5_000, 1],
    [64_000, 1],
    [200_000, 4],
  ])('after an answer of %d bytes four attempts have made %d connections', async (bytes, connections) => {
    const to = await receiver((_request, response) => response.writeHead(200).end('x'.repeat(bytes)));
    const from = client([to]);
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await post(from, `https://localhost:${to.port}/`)).toMatchObject({
        status: 200,
        responseBody: 'x'.repeat(4096),
      });
      await sleep(30);
    }
    expect(to.connections()).toBe(connections);
  });

  test('reports Retry-After', async () => {
    const to = await receiver((_request, response) => response.writeHead(429, { 'retry-after': '120' }).end());
    expect(await postTo(to)).toMatchObject({ status: 429, error: 'http_status', retryAfter: '120' });
  });

  test('keeps a checked connection for its own host', async () => {
    const [one, other] = await Promise.all([receiver(), receiver()]);
    const from = client([one, other]);
    for (let turn = 0; turn < 5; turn += 1) {
      await post(from, `https://localhost:${one.port}/`);
      await post(from, `https://localhost:${other.port}/`);
    }
    expect([one.connections(), other.connections()]).toEqual([1, 1]);
  });

  test('uses no checked connection beyond its age, however busy it is', async () => {
    const LAST_MS = 300;
    const to = await receiver();
    const from = client([to], { lastMs: LAST_MS });
    const began = performance.now();
    let posts = 0;
    while (performance.now() - began < 5 * LAST_MS) {
      expect((await post(from, `https://localhost:${to.port}/`)).error).toBeNull();
      posts += 1;
    }
    expect(to.connections()).toBeGreaterThanOrEqual(3);
    expect(to.connections()).toBeLessThan(posts);
  });

  test('is interrupted when it is told to', async () => {
    const to = await receiver(() => {});
    const stop = new AbortController();
    const from = client([to]);
    const ended = from.post({ url: `https://localhost:${to.port}/`, headers: {}, body: Buffer.alloc(0) }, stop.signal);
    setTimeout(() => stop.abort(), 50);
    expect(await ended).toMatchObject({ status: null, error: 'interrupted' });
  });
});
