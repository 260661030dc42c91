// Proves that no server that answers the service, a receiver of webhooks or an issuer, makes its event loop stand
// still.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askGraph, subscribeAt } from '../support/askGraph.ts';
import { describeWith } from '../support/describeWith.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { until } from '../support/until.ts';
import { MISBEHAVIOURS, type Misbehaviour, startMisbehaving } from '../webhooks/client/misbehaviour.ts';

/** No turn of the event loop may compute for longer. */
const LONGEST_MS = 200;
const watchLoop = new URL('watchLoop.js', import.meta.url).href;

describeWith(['openssl'], 'the built program, whatever servers answer it', () => {
  let authority: TestAuthority;
  let folder: string;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    [authority, folder] = await Promise.all([createAuthority(), mkdtemp(join(tmpdir(), 'catalog-stands-'))]);
  });
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
    await Promise.all([authority.remove(), rm(folder, { recursive: true, force: true })]);
  });

  const start = async (variables: Readonly<Record<string, string>>): Promise<CatalogService> => {
    const service = await startCatalog({
      NODE_OPTIONS: `--import=${watchLoop}`,
      LOOP_STANDS: join(folder, String(closers.length)),
      NODE_EXTRA_CA_CERTS: authority.file,
      SEARCH: 'off',
      ...variables,
    });
    closers.push(() => service.stop());
    return service;
  };
  const standsOf = ({ environment }: CatalogService): string => environment.LOOP_STANDS ?? '';
  /** What a part loads when it is used for the first time is another thing. */
  const forgetStands = async (service: CatalogService) => {
    await sleep(500);
    await writeFile(standsOf(service), '');
  };
  const expectNoStand = async (service: CatalogService) => {
    expect({ ended: service.ended(), output: service.output() }).toMatchObject({ ended: false });
    const lines = (await readFile(standsOf(service), 'utf8')).split('\n');
    expect(lines.map(Number).filter((ms) => ms >= LONGEST_MS)).toEqual([]);
  };

  test('no receiver of webhooks makes it stand still', async () => {
    const names = [...Object.keys(MISBEHAVIOURS), 'well-behaved'];
    const receiver = await startMisbehaving(await authority.issue(['localhost']), (name) => MISBEHAVIOURS[name]);
    closers.push(() => receiver.close());
    const service = await start({ WEBHOOK_ALLOW_TARGETS: `localhost:${receiver.port}` });
    const ids = new Map<string, string>();
    for (let at = 0; at < names.length; at += 10) {
      const some = names.slice(at, at + 10);
      const urls = some.map((name) => `https://localhost:${receiver.port}/${name}`);
      for (const [index, { id }] of (await subscribeAt(service, urls)).entries()) ids.set(some[index] ?? '', id);
    }
    const ping = (name: string) => {
      const query = 'mutation ($id: UUID!) { pingWebhook(input: { id: $id }) { delivery { id } } }';
      return askGraph(service, query, { id: ids.get(name) });
    };
    /** By the webhook's id. */
    const outcomes = async () => {
      const query = '{ deliveries(first: 100) { nodes { webhookId status } } }';
      const { deliveries } = await askGraph<{ deliveries: { nodes: { webhookId: string; status: string }[] } }>(
        service,
        query,
      );
      return new Map(deliveries.nodes.map(({ webhookId, status }) => [webhookId, status]));
    };
    const allEnded = async () => [...(await outcomes()).values()].every((it) => ['DELIVERED', 'FAILED'].includes(it));
    await ping('well-behaved');
    await until(allEnded);
    await forgetStands(service);
    for (const name of names) await ping(name);
    await until(allEnded, 100_000);
    await expectNoStand(service);
    const found = await outcomes();
    const outcomeOf = (name: string) => [name, found.get(ids.get(name) ?? '')];
    expect(found.size).toBe(names.length);
    expect(outcomeOf('well-behaved')).toEqual(['well-behaved', 'DELIVERED']);
    for (const name of names.filter((it) => it.startsWith('status-0'))) {
      expect(outcomeOf(name)).toEqual([name, 'FAILED']);
    }
  }, 120_000);

  test('no issuer makes it stand still', async () => {
    const names = [...ISSUERS, ...Object.keys(DOCUMENTS)];
    await Promise.all([0, 1].map((turn) => askIssuers(names.filter((_name, at) => at % 2 === turn))));
  }, 120_000);

  const askIssuers = async (names: readonly string[]) => {
    let current = '';
    let asked = false;
    const issuer = await startMisbehaving(null, (path) => {
      const url = `http://127.0.0.1:${issuer.port}`;
      const document = DOCUMENTS[current];
      const isDiscovery = path !== 'keys' && document !== undefined && !current.startsWith('json');
      asked ||= !isDiscovery;
      if (isDiscovery) return answers(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }));
      return document === undefined ? MISBEHAVIOURS[current] : answers(document);
    });
    closers.push(() => issuer.close());
    const service = await start({ OAUTH_ISSUER: `http://127.0.0.1:${issuer.port}`, ROLES: 'rest,graph' });
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    let number = 0;
    const ask = async () => {
      number += 1;
      const token = `${encoded({ alg: 'RS256', kid: 'k' })}.${encoded({ sub: number })}.${'x'.repeat(342)}`;
      const answer = await fetch(`${service.publicUrl}/v1/genres`, { headers: { authorization: `Bearer ${token}` } });
      expect([401, 503]).toContain(answer.status);
    };
    await ask();
    await forgetStands(service);
    for (const name of names) {
      current = name;
      asked = false;
      // There is a pause between two questions, of ten seconds where there are keys.
      await until(async () => {
        await sleep(100);
        await ask();
        return asked;
      }, 30_000);
    }
    await expectNoStand(service);
  };
});

/** One of each kind of misbehaviour: an issuer is read by Node's fetch, the receivers by a client of ours, which meets them all. */
const ISSUERS = ['status-099', 'hints-for-ever', 'chunk-huge', 'headers-5m', 'body-endless', 'body-bomb', 'silent'];

/** What an issuer says instead of a discovery document (`json-…`) or of its keys. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'json-large': JSON.stringify({ keys: [], x: 'x'.repeat(30_000_000) }),
  'json-deep': '['.repeat(500_000),
  'json-list': '[]',
  'json-broken': '{"keys":',
  'keys-missing': '{}',
  'keys-odd': '{"keys":[null,1,"a",{},{"kty":"RSA"},{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}]}',
  'keys-many': JSON.stringify({ keys: Array(30_000).fill({ kty: 'oct' }) }),
  'keys-broken': JSON.stringify({ keys: Array(15_000).fill({ kty: 'RSA', e: 'AQAB', n: '' }) }),
  'key-large': JSON.stringify({ keys: [{ kty: 'RSA', alg: 'RS256', e: 'AQAB', n: 'f'.repeat(500_000) }] }),
};

function answers(text: string): Misbehaviour {
  const head = `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  return (socket) => void socket.end(head + text);
}
