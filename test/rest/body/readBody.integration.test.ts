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

test.each([
  ['{"a":1,"b":{"a":1}}', null],
  ['{"a":1,"b":2,"a":1}', '"a"'],
])('a body that has a member twice is refused, and nothing else: %s', async (body, twice) => {
  const server = createServer(async (received, response) => {
    const rule: BodyRule = { limit: 1_000, mediaTypes: ['application/json'] };
    const answer = await readBody(received, response, rule).catch(({ message }) => ({ message }));
    response.end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).text();
    if (twice === null) expect(answer).toBe(JSON.stringify(JSON.parse(body)));
    else expect(JSON.parse(answer)).toMatchObject({ message: expect.stringContaining(`the member ${twice} twice`) });
  } finally {
    server.close();
  }
});
