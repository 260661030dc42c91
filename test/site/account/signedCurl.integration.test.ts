import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { signedCurl } from '../../../src/site/account/deliveryPage.tsx';
import { sign } from '../../../src/webhooks/deliveryRequest.ts';

test.each(['{"id":"1"}', `{"title":"it's $HOME \`id\` \\\\ \\" '; exit 1; '"}`, '{"title":"進撃の巨人 😀"}'])(
  'a shell signs %j as the service does',
  (body) => {
    const script = signedCurl(
      "https://hooks.example.org/o'ne?{a}[1-9]",
      [{ name: 'content-type', value: 'application/json' }],
      body,
    );
    const { stdout, stderr } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${script}`], {
      encoding: 'utf8',
      env: { ...process.env, WEBHOOK_SECRET: 'whsec_of the test' },
    });
    expect(stderr).toBe('');
    const words = stdout.split('\0');
    const timestamp = Number(words.find((word) => word.startsWith('service-timestamp: '))?.split(' ')[1]);
    expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60);
    expect(words).toEqual([
      '--globoff',
      "https://hooks.example.org/o'ne?{a}[1-9]",
      ...['-H', 'content-type: application/json'],
      ...['-H', 'service-attempt: 1'],
      ...['-H', `service-timestamp: ${timestamp}`],
      ...['-H', `service-signature: ${sign('whsec_of the test', timestamp, Buffer.from(body))}`],
      ...['--data-binary', body],
      '',
    ]);
  },
);
