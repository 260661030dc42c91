import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openClient } from '../../../src/search/elasticsearch/openClient.ts';

/** Takes connections and never answers. */
let hanging: Server;
const sockets = new Set<Socket>();
const closing = new AbortController();

beforeAll(async () => {
  hanging = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
});
afterAll(() => {
  closing.abort();
  for (const socket of sockets) socket.destroy();
  hanging.close();
});

const open = (closed = closing.signal) =>
  openClient({ nodes: [`http://127.0.0.1:${(hanging.address() as AddressInfo).port}`] }, closed);

test.each([
  ['of its own', undefined],
  ['that several requests share', new AbortController().signal],
])('a request that times out ends no other, with no signal but one %s', async (_, signal) => {
  const client = open();
  const options = (requestTimeout: number) => ({ requestTimeout, maxRetries: 0, ...(signal && { signal }) });
  const longer = client.info({}, options(600)).catch((error: Error) => [error.name, signal?.aborted ?? false]);
  await expect(client.info({}, options(100))).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(await longer).toEqual(['TimeoutError', false]);
});

test('a signal ends the requests that have it, and closing those without one', async () => {
  const closed = new AbortController();
  const client = open(closed.signal);
  const caller = new AbortController();
  const called = client.info({}, { signal: caller.signal });
  const other = client.info();
  caller.abort();
  await expect(called).rejects.toMatchObject({ name: 'RequestAbortedError' });
  closed.abort();
  await expect(other).rejects.toMatchObject({ name: 'RequestAbortedError' });
  await expect(client.info()).rejects.toMatchObject({ name: 'RequestAbortedError' });
});
