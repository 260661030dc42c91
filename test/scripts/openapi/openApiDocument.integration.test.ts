import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { answerExamplesOf } from '../../../scripts/openapi/answerExamples.ts';
import { description } from '../../../scripts/openapi/description.ts';
import { openApiText } from '../../../scripts/openapi/openApiText.ts';
import { describeInstallation } from '../../../src/rest/openapi/describeInstallation.ts';
import { readServedDocument } from '../../../src/rest/openapi/servedDocument.ts';
import { openSampleApi } from '../../rest/support/openSampleApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { stableText } from './stableText.ts';
import { takeExamples } from './takeExamples.ts';

describe('the description of the API', () => {
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
});

describeWith(['postgres'], 'the requests in the description', () => {
  const examples = [...description.matchAll(/`GET (\S+)`/g)].map(([, target = '']) => target);

  const api = ofSuite(openSampleApi);

  test.each(examples)('%s works', async (target) => {
    expect((await api.get(target)).status).toBe(200);
  });

  test('are there', () => {
    expect(examples.length).toBeGreaterThan(2);
  });
});

describeWith(['postgres', 'openssl'], 'the examples of the description', () => {
  test('are what the service answers; `npm run generate:examples` takes them from it', async () => {
    const begun = new Date();
    const taken = JSON.parse(stableText(JSON.stringify(await takeExamples()), begun));
    if (process.env.WRITE_EXAMPLES === '1') await writeFile('openapi.json', openApiText(taken));
    else expect(answerExamplesOf(readServedDocument())).toEqual(taken);
  }, 120_000);
});
