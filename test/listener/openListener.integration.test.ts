import { Agent, createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { StartError } from '../../src/base/startError.ts';
import { type Listener, openListener } from '../../src/listener/openListener.ts';

const variables = { host: 'HOST', port: 'PORT' };
const opened: Listener[] = [];
const agents: Agent[] = [];

async function open(handler: RequestListener, place: { host?: string; port?: number } = {}): Promise<Listener> {
  const listener = await openListener({
    server: createServer(handler),
    variables,
    host: place.host ?? '127.0.0.1',
    port: place.port ?? 0,
  });
  opened.push(listener);
  return listener;
}

/** One kept connection. */
function keepAlive(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

function request(url: string, agent: Agent): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response: IncomingMessage) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode, connection: response.headers.connection });
      });
    }).once('error', reject);
  });
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  for (const listener of opened.splice(0)) await listener.close(0);
});

describe('a listener', () => {
  it('tells where it really listens', async () => {
    const { url, port } = await open((_request, response) => response.end('here'));
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(await (await fetch(url)).text()).toBe('here');
    const wildcard = await open((_request, response) => response.end('here'), { host: '0.0.0.0' });
    expect(wildcard.url).toBe(`http://127.0.0.1:${wildcard.port}`);
  });

  it.each([
    [
      'a port in use',
      async () => ({ port: (await open(() => {})).port }),
      /^PORT \d+ is in use on 127\.0\.0\.1: .*0 takes any/,
    ],
    ['a foreign address', async () => ({ host: '192.0.2.1' }), /^HOST 192\.0\.2\.1 is no address of this machine/],
    ['an unknown name', async () => ({ host: 'no-such-host.invalid' }), /^HOST no-such-host\.invalid is no address/],
  ])('refuses %s in one line that names the variable', async (_what, place, message) => {
    const failure = await open(() => {}, await place()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect((failure as StartError).message).toMatch(message);
    expect((failure as StartError).message).not.toContain('\n');
  });
});

describe('closing', () => {
  it('lets a request that has begun finish, and accepts no other connection', async () => {
    let finish = () => {};
    const listener = await open((_request, response) => {
      finish = () => response.end('done');
    });
    const begun = request(listener.url, keepAlive());
    await pause(50);
    const closed = listener.close(5_000);
    await expect(request(listener.url, keepAlive())).rejects.toThrow('ECONNREFUSED');
    finish();
    expect(await begun).toEqual({ status: 200, connection: 'close' });
    expect(await closed).toBe(0);
  });

  it('answers what a kept connection is just sending, and says that it closes', async () => {
    const listener = await open((_request, response) => response.end('done'));
    const agent = keepAlive();
    expect(await request(listener.url, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    const closed = listener.close(5_000);
    expect(await request(listener.url, agent)).toEqual({ status: 200, connection: 'close' });
    expect(await closed).toBe(0);
  });

  it('does not wait for connections that nobody uses', async () => {
    const listener = await open((_request, response) => response.end('done'));
    await request(listener.url, keepAlive());
    expect(await listener.close(60_000)).toBe(0);
  }, 30_000);

  it('cuts off what does not end in time, and says how much', async () => {
    const listener = await open(() => {});
    const hanging = request(listener.url, keepAlive()).catch((error: Error) => error.message);
    await pause(50);
    expect(await listener.close(100)).toBe(1);
    expect(await hanging).toBe('socket hang up');
  });

  it('forgets the requests of a connection that its client has left, those that wait for another too', async () => {
    const begun: string[] = [];
    const listener = await open((request) => void begun.push(request.url ?? ''));
    const socket = connect(listener.port, '127.0.0.1');
    socket.write(['/0', '/1', '/2'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    while (begun.length < 3) await pause(5);
    socket.destroy();
    const hanging = request(listener.url, keepAlive()).catch((error: Error) => error.message);
    while (begun.length < 4) await pause(5);
    expect(await listener.close(100)).toBe(1);
    expect(await hanging).toBe('socket hang up');
  });
});
