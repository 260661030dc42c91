import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { generateApiKey } from '../../src/graph/application/apiKeyText.ts';
import { askPostgres } from '../support/askPostgres.ts';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { until } from '../support/until.ts';

const TOKEN = 'the-internal-token-of-a-test';

/** Forms that a credential takes on its way into a request. */
const FORMS: readonly ((credential: string) => string)[] = [
  (credential) => `x${credential}`,
  (credential) => `Bearer%20${credential}`,
  (credential) => credential.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
  (credential) => `${credential}/${credential}?${credential}#${credential}`,
  (credential) => `${'a'.repeat(200)}${credential}`,
];

const request = (line: string, headers: readonly string[] = [], body = '') =>
  [line, 'Host: 127.0.0.1', ...headers, 'Connection: close', `Content-Length: ${body.length}`, '', body].join('\r\n');

const graphql = (body: string, headers: readonly string[] = []) =>
  request(
    'POST /graphql HTTP/1.1',
    ['Content-Type: application/json', `Authorization: Bearer ${TOKEN}`, ...headers],
    body,
  );

/** Requests that hold `sent` in every place that a request has. */
const ofPublic = (sent: string): readonly string[] => [
  request(`GET /v1/anime/${sent} HTTP/1.1`),
  request(`GET http://catalog.example/${sent} HTTP/1.1`),
  request(`GET /v1/anime?access_token=${sent}&${sent}=1&limit=${sent} HTTP/1.1`),
  request(`GET /account/sign-in?to=${sent}&password=${sent} HTTP/1.1`),
  request(`GET /account/invitation?invitation=${sent} HTTP/1.1`, [`Cookie: catalog-session=${sent}`]),
  request(
    `POST /account/sign-in HTTP/1.1`,
    ['Content-Type: application/x-www-form-urlencoded', 'Sec-Fetch-Site: same-origin'],
    `name=${sent}&password=${sent}`,
  ),
  request(`DELETE /v1/developer/applications/${sent}/webhooks/${sent} HTTP/1.1`),
  request('GET /v1 HTTP/1.1', [`Authorization: ${sent}`]),
  request('GET /v1 HTTP/1.1', [`Authorization: Basic ${Buffer.from(sent).toString('base64')}`]),
  request('GET /v1 HTTP/1.1', [`Cookie: session=${sent}`, `X-Api-Key: ${sent}`, `traceparent: ${sent}`]),
  request('GET /v1 HTTP/1.1', [`X-Forwarded-For: ${sent}`, `X-Request-Id: ${sent}`, `User-Agent: ${sent}`]),
  request('GET /v1 HTTP/1.1', [`${sent.replace(/[^\w]/g, '')}: 1`, `Referer: https://x.example/${sent}`]),
  `GET /v1 HTTP/1.1\r\nHost: ${sent}\r\nConnection: close\r\n\r\n`,
  `GET /v1 HTTP/1.1\r\nHost: a\r\n${sent}\r\nConnection: close\r\n\r\n`,
  `${sent} /v1 HTTP/1.1\r\nHost: a\r\n\r\n`,
];

const ofInternal = (sent: string): readonly string[] => [
  request(`GET /${sent} HTTP/1.1`),
  request(`GET /review/enter?invitation=${sent} HTTP/1.1`, [`Cookie: catalog-desk=${sent}`]),
  request('POST /graphql HTTP/1.1', [`Authorization: Bearer ${sent}`]),
  graphql(sent),
  graphql(JSON.stringify({ query: sent })),
  graphql(JSON.stringify({ query: `query ${sent.replace(/\W/g, '')} { ${sent.replace(/\W/g, '')} }` })),
  graphql(JSON.stringify({ query: '{ __typename }', operationName: sent })),
  graphql(JSON.stringify({ query: 'query($id: UUID!) { application(id: $id) { id } }', variables: { id: sent } })),
  graphql(JSON.stringify({ query: `mutation { revokeApiKey(input: { id: "${sent}" }) { apiKey { id } } }` })),
  graphql(
    JSON.stringify({ query: `mutation { createUser(input: { name: "ann", password: "${sent}" }) { user { name } } }` }),
  ),
  graphql(JSON.stringify({ query: '{ __typename }' }), [`X-Actor: ${sent}`]),
];

async function send(port: number, raw: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(5_000, () => socket.destroy());
  socket.end(raw);
  await text(socket).catch(() => '');
}

/** What a reader of the log could make of it. */
function decoded(log: string): string {
  const once = log.replace(/%([0-9a-f]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return once === log ? log.toLowerCase() : decoded(once);
}

describeWith(['postgres'], 'the log', () => {
  test('holds no credential, wherever in a request it stood and however it was spelt, and no secret of a failure', async () => {
    const database = await createTestDatabase();
    const [port, internalPort] = [await freePort(), await freePort()];
    const environment = {
      ...{ DATABASE_URL: database.url, PORT: String(port), INTERNAL_PORT: String(internalPort), HOST: '127.0.0.1' },
      ...{ INTERNAL_TOKEN: TOKEN, CURSOR_SECRET: 'the-cursor-secret-of-a-test-service' },
      ...{ SECRETS_KEY: 'the-secrets-key-of-a-test-service-00', SAMPLE_DATA: 'off', SEARCH: 'off', LOG_LEVEL: 'trace' },
      ...{ QUOTA_ANONYMOUS: '100000', QUOTA_CREDENTIALED: '200000' },
    };
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJlLW9mLWEtdG9rZW4';
    const credentials: readonly (readonly [credential: string, core: string])[] = [
      ...[generateApiKey().text].map((key) => [key, key.slice(-30)] as const),
      [token, 'c2lnbmF0dXJlLW9mLWEtdG9rZW4'],
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      [TOKEN, TOKEN],
    ];
    // Each credential as it is, and each form once: the redaction of every kind in every form has tests of its own.
    const sent = [
      ...credentials.map(([credential]) => credential),
      ...FORMS.map((form, index) => form(credentials[index % credentials.length]?.[0] ?? '')),
    ];
    const { stdout, stderr } = await runCatalog(['serve'], {
      environment,
      whileRunning: async (child) => {
        const ready = () =>
          fetch(`http://127.0.0.1:${internalPort}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
        await until(ready, 60_000);
        for (const text of sent) {
          await Promise.all(ofPublic(text).map((raw) => send(port, raw)));
          await Promise.all(ofInternal(text).map((raw) => send(internalPort, raw)));
        }
        // A failure whose message holds everything that pg knows of the connection.
        await askPostgres(database.url, 'ALTER TABLE anime RENAME TO gone');
        await askPostgres(database.url, 'CREATE VIEW anime AS SELECT * FROM gone WHERE 1 / 0 > 0');
        expect((await fetch(`http://127.0.0.1:${port}/v1/anime`)).status).toBe(500);
        child.kill('SIGTERM');
      },
    });
    await database.drop();
    const log = decoded(stdout + stderr);
    expect(log).toContain('"msg":"request failed"');
    expect(stdout.split('\n').length).toBeGreaterThan(sent.length * 15);
    const kept = [environment.CURSOR_SECRET, environment.SECRETS_KEY, new URL(database.url).password];
    for (const core of [...credentials.map(([, it]) => it), ...kept]) {
      const at = log.indexOf(core.toLowerCase());
      expect(log.slice(Math.max(0, at - 300), at === -1 ? 0 : at + core.length)).toBe('');
    }
  }, 120_000);
});
