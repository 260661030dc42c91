import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { examineSearchEngine } from '../../../src/cli/doctor/examineMachine.ts';
import { readConfiguration } from '../../../src/configuration/configuration.ts';
import { describeWith } from '../../support/describeWith.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { startReceiver } from '../../support/tls/startReceiver.ts';

const ELASTICSEARCH = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' };

describeWith(['openssl'], 'the examination of an Elasticsearch that cannot be used', () => {
  let authority: TestAuthority;
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    authority = await createAuthority();
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  afterAll(() => authority?.remove());

  const examine = async (url: string) => {
    const [check] = await examineSearchEngine(readConfiguration({ ELASTICSEARCH_URL: url }));
    return check;
  };
  const plain = async (answer: RequestListener): Promise<number> => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  };
  const encrypted = async (names: readonly string[], days?: number): Promise<number> => {
    const receiver = await startReceiver(await authority.issue(names, days));
    closers.push(() => receiver.close());
    return receiver.port;
  };
  const refusing = (status: number) =>
    plain((_request, response) => {
      const error = { type: 'security_exception', reason: 'missing authentication credentials for REST request' };
      response.writeHead(status, ELASTICSEARCH).end(JSON.stringify({ error, status }));
    });

  test.each([
    [
      '401',
      async () => `http://elastic:hunter2@127.0.0.1:${await refusing(401)}`,
      /refuses the credentials \(401 security_exception\)/,
      /^Set ELASTICSEARCH_API_KEY to a valid key/,
    ],
    [
      '403',
      async () => `http://127.0.0.1:${await refusing(403)}`,
      /too few rights/,
      /all rights on ELASTICSEARCH_INDEX\*/,
    ],
    [
      'an authority of its own',
      async () => `https://localhost:${await encrypted(['localhost'])}`,
      /certificate of elasticsearch is not trusted: unable to verify the first certificate/,
      /NODE_EXTRA_CA_CERTS=FILE/,
    ],
    [
      'a certificate that has expired',
      async () => `https://localhost:${await encrypted(['localhost'], -1)}`,
      /not valid now: certificate has expired/,
      /^Renew/,
    ],
    [
      'https where http is spoken',
      async () => `https://127.0.0.1:${await refusing(200)}`,
      /does not speak TLS/,
      /ELASTICSEARCH_URL with http:/,
    ],
    [
      'http where https is spoken',
      async () => `http://127.0.0.1:${await encrypted(['localhost'])}`,
      /closed the connection/,
      /ELASTICSEARCH_URL with https:/,
    ],
    [
      'another product',
      async () => `http://127.0.0.1:${await plain((_request, response) => response.end('<html>'))}`,
      /not elasticsearch/,
      /Elasticsearch 8 or 9 itself/,
    ],
    ['nothing at all', async () => 'http://127.0.0.1:9', /ECONNREFUSED/, /^Check that Elasticsearch runs/],
  ])('%s: says what is wrong and what mends it', async (_which, url, detail, remedy) => {
    const check = await examine(await url());
    expect(check).toMatchObject({ name: 'search', status: 'failed' });
    expect(check?.detail).toMatch(detail);
    expect(check?.remedy).toMatch(remedy);
    expect(JSON.stringify(check)).not.toContain('hunter2');
  });
});

test('an index in the memory of the service is nothing to examine beforehand', async () => {
  expect(await examineSearchEngine(readConfiguration({}))).toEqual([]);
  expect(await examineSearchEngine(readConfiguration({ SEARCH: 'off', ELASTICSEARCH_URL: 'http://a' }))).toEqual([]);
});
