import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sign } from '../../src/webhooks/deliveryRequest.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { startTiedProcess, type TiedProcess } from '../support/tiedProcess.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { until } from '../support/until.ts';

const example = fileURLToPath(new URL('../../docs/webhooks/receiver.ts', import.meta.url));
const tsx = import.meta.resolve('tsx');

describeWith(['openssl'], 'the receiver of docs/webhooks', () => {
  let authority: TestAuthority;
  let directory: string;
  let receiver: TiedProcess | null = null;
  let port: number;

  beforeEach(async () => {
    authority = await createAuthority();
    directory = await mkdtemp(join(tmpdir(), 'catalog-receiver-'));
    port = await freePort();
    const { key, cert } = await authority.issue(['localhost']);
    await writeFile(join(directory, 'key.pem'), key);
    await writeFile(join(directory, 'cert.pem'), cert);
  });
  afterEach(async () => {
    await receiver?.stop();
    receiver = null;
    await authority.remove();
  });

  const start = async (secret: string) => {
    receiver = await startTiedProcess(
      process.execPath,
      ['--import', tsx, example, String(port), 'key.pem', 'cert.pem'],
      { directory, environment: { ...process.env, WEBHOOK_SECRET: secret } },
    );
    return receiver;
  };
  const post = async (secret: string, body: string) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'service-timestamp': String(timestamp),
      'service-signature': sign(secret, timestamp, Buffer.from(body)),
    };
    const sent = request({ host: 'localhost', port, method: 'POST', ca: authority.cert, headers }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };

  test('prints what is signed with a secret that it knows, tells repeats, refuses the rest, and survives what breaks off', async () => {
    const printed = await start('whsec_new,whsec_old');
    await until(() => printed.output().includes(`Listening at https://localhost:${port}`), 20_000);
    const body = '{"id":"1","kind":"anime.created","data":{"title":"鬼滅の刃"}}';
    const headers = { 'content-length': 100 };
    const cut = request({ host: 'localhost', port, method: 'POST', ca: authority.cert, headers });
    await new Promise((resolve) => {
      cut.on('error', resolve).write('{"i', () => cut.destroy(new Error('it breaks off')));
    });
    expect(await post('whsec_old', body)).toBe(204);
    expect(await post('whsec_new', body)).toBe(204);
    expect(await post('whsec_another', body)).toBe(401);
    await until(() => printed.output().includes('refused'));
    expect(printed.output()).toContain('anime.created 1 {"title":"鬼滅の刃"}\nagain, anime.created 1 ');
  });

  test('says what it lacks', async () => {
    const printed = await start('');
    await until(() => printed.ended(), 20_000);
    expect(printed.output()).toContain('WEBHOOK_SECRET must be the secret that the creation of the webhook answered');
  });
});
