import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { type BodyRule, readBody } from '../../../src/rest/body/readBody.ts';

test('a body whose client left before it was read ends, instead of being waited for', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = request({
    port,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 9 },
  });
  client.on('error', () => {});
  client.write('{"a"');
  const [received, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  received.on('error', () => {});
  client.destroy();
  // Meanwhile the caller and the resource were looked up.
  await new Promise<void>((resolve) => received.once('close', () => resolve()));
  const rule: BodyRule = { limit: 100, mediaTypes: ['application/json'] };
  await expect(readBody(received, response, rule)).rejects.toMatchObject({ code: 'invalid_request' });
  server.close();
}, 5_000);
