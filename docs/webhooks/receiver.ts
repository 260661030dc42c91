/**
 * A receiver for trying webhooks on one's own machine: it verifies what comes and prints it. A real one remembers durably what it has
 * seen, and works after it has answered.
 *
 *     WEBHOOK_SECRET=whsec_… npx tsx docs/webhooks/receiver.ts [8080 [key.pem cert.pem]]
 *
 * With a key and a certificate it speaks https. During a rotation WEBHOOK_SECRET holds both secrets, with a comma between.
 */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { verifySignature } from './verifySignature.ts';

const [port = '8080', key, cert] = process.argv.slice(2);
const secrets = (process.env.WEBHOOK_SECRET ?? '').split(',');
if (!secrets.every((secret) => secret.startsWith('whsec_'))) {
  throw new Error(
    'WEBHOOK_SECRET must be the secret that the creation of the webhook answered, or that `catalog webhooks listen` prints: whsec_…',
  );
}
const seen = new Set<string>();

const receive: RequestListener = async (request, response) => {
  // Null: it broke off, and nobody waits for an answer.
  const body = await buffer(request).catch(() => null);
  if (body === null) return;
  const header = (name: string) => request.headers[name]?.toString();
  const [timestamp, signature] = [header('service-timestamp'), header('service-signature')];
  if (!verifySignature({ secrets, timestamp, signature, body })) {
    response.writeHead(401).end('{"error":"bad signature"}');
    process.stdout.write('refused: WEBHOOK_SECRET did not sign this, or not within five minutes\n');
    return;
  }
  response.writeHead(204).end();
  const { id, kind, data } = JSON.parse(body.toString()) as { id: string; kind: string; data: object };
  // A test has the id of an event that may still come, or has come.
  const isTest = header('service-test') === 'true';
  process.stdout.write(`${isTest ? 'test, ' : seen.has(id) ? 'again, ' : ''}${kind} ${id} ${JSON.stringify(data)}\n`);
  if (!isTest) seen.add(id);
};

const server =
  key === undefined || cert === undefined
    ? createServer(receive)
    : createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, receive);
const scheme = server instanceof Server ? 'http' : 'https';
server.listen(Number(port), () => process.stdout.write(`Listening at ${scheme}://localhost:${port}\n`));
