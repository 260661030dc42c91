// Proves that a service with nothing exempt delivers to public addresses and trusted certificates, and to nothing else.

import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('deliverInNamespace.ts', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));

describeWith(['networkNamespaces', 'openssl'], 'a service as in production, alone in a network', () => {
  const name = `catalog-webhooks-${process.pid}`;
  const files = `/etc/netns/${name}`;

  beforeAll(() => {
    execFileSync('ip', ['netns', 'add', name]);
    // `ip netns exec` lays it over /etc/resolv.conf.
    mkdirSync(files, { recursive: true });
    writeFileSync(`${files}/resolv.conf`, 'nameserver 11.22.33.53\n');
  });
  afterAll(() => {
    execFileSync('ip', ['netns', 'delete', name]);
    rmSync(files, { recursive: true, force: true });
  });

  test('delivers to port 443 of a public address with a certificate of a trusted authority, and to nothing else', async () => {
    const command = ['netns', 'exec', name, process.execPath, '--import', 'tsx', script];
    const { stdout } = await run('ip', command, { cwd: root, timeout: 110_000 });
    const nothing = { status: 'pending', received: 0, host: null };
    expect(JSON.parse(stdout)).toEqual({
      good: {
        status: 'delivered',
        attempt: expect.objectContaining({ status: 204, error: null }),
        ...{ received: 1, connections: 1, host: 'good.example.org' },
      },
      otherName: { ...nothing, connections: expect.any(Number), attempt: expect.objectContaining({ error: 'tls' }) },
      stranger: { ...nothing, connections: expect.any(Number), attempt: expect.objectContaining({ error: 'tls' }) },
      inside: { ...nothing, connections: 0, attempt: expect.objectContaining({ error: 'unsafe_address' }) },
    });
  }, 120_000);
});
