import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { describeInstallation } from '../../../src/rest/openapi/describeInstallation.ts';
import { readServedDocument } from '../../../src/rest/openapi/servedDocument.ts';

const installation = {
  quotas: { anonymous: 60, credentialed: 600, address: 6000 },
  issuerUrl: 'https://issuer.example',
};

test('a maintained linter finds nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(describeInstallation(readServedDocument(), installation)));
    const redocly = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [redocly, 'lint', file, '--format=json'], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NODE_OPTIONS: '' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
