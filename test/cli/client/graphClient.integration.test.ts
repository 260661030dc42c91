import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { GraphClient } from '../../../src/cli/client/graphClient.ts';
import { graphql } from '../../../src/graph/schema/operation.ts';

const document = graphql('query Events { events { position } }');

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<GraphClient> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return new GraphClient({ origin: `http://127.0.0.1:${port}`, token: 'secret' }, '蓮 Ren');
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('an operation', () => {
  test('is sent with the token and the actor, and its data comes back', async () => {
    const seen: { headers?: unknown; body?: unknown } = {};
    const client = await serve(async (request, response) => {
      seen.headers = request.headers;
      seen.body = JSON.parse(Buffer.concat(await request.toArray()).toString());
      response.end(JSON.stringify({ data: { events: [{ position: '1' }] } }));
    });
    expect(await client.run(document, {})).toEqual({ events: [{ position: '1' }] });
    expect(seen.headers).toMatchObject({
      authorization: 'Bearer secret',
      'x-actor': Buffer.from('蓮 Ren').toString('latin1'),
    });
    expect(seen.body).toMatchObject({ query: expect.stringContaining('query Events'), variables: {} });
  });

  test.each([
    ['an error of the graph', 200, '{"errors":[{"message":"no","extensions":{"code":"conflict"}}]}', 'conflict'],
    ['a refused token', 401, '{}', 'invalid_token'],
    ['another server', 404, 'Not Found', 'unexpected_answer'],
    ['an answer without data', 200, 'null', 'unexpected_answer'],
  ])('fails by %s', async (_, status, body, code) => {
    const client = await serve((_request, response) => void response.writeHead(status).end(body));
    await expect(client.run(document, {})).rejects.toMatchObject({ code });
  });

  test('fails when nothing listens', async () => {
    const client = await serve(() => {});
    servers[0]?.close();
    await expect(client.run(document, {})).rejects.toMatchObject({ code: 'server_unreachable' });
  });

  test('fails when the server breaks the connection', async () => {
    const client = await serve((request) => void request.socket.destroy());
    await expect(client.run(document, {})).rejects.toMatchObject({ code: 'server_gone' });
  });

  test('waits for a slow answer as long as the server lives, and for one that falls silent 10 s at most', async () => {
    const slow = await serve((request, response) => {
      if (request.url === '/livez') response.end('ok');
      else setTimeout(() => response.end('{"data":{"events":[]}}'), 4000);
    });
    const silent = await serve(() => {});
    const gone = expect(silent.run(document, {})).rejects.toMatchObject({ code: 'server_gone' });
    expect(await slow.run(document, {})).toEqual({ events: [] });
    await gone;
  }, 10_000);
});
