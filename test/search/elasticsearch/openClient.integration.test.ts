import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openClient } from '../../../src/search/elasticsearch/openClient.ts';

/** Takes connections and never answers. */
let hanging: Server;
const sockets = new Set<Socket>();

beforeAll(async () => {
  hanging = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  hanging.close();
});

const open = () => openClient({ nodes: [`http://127.0.0.1:${(hanging.address() as AddressInfo).port}`] });

test('a request that times out sets the node aside and ends no other', async () => {
  const client = open();
  const longer = client.info({}, { requestTimeout: 600, maxRetries: 0 }).catch((error: Error) => error.name);
  await expect(client.info({}, { requestTimeout: 100, maxRetries: 0 })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(client.connectionPool.connections).toMatchObject([{ status: 'dead' }]);
  expect(await longer).toBe('TimeoutError');
  await client.close();
});

test('closing ends the requests in flight, and what is asked later', async () => {
  const client = open();
  const asked = client.info();
  const ended = expect(asked).rejects.toMatchObject({
    name: expect.stringMatching(/^(Connection|NoLivingConnections)Error$/),
  });
  await client.close();
  await ended;
  await expect(client.info()).rejects.toMatchObject({ name: 'NoLivingConnectionsError' });
});
