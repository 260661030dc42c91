import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inherited } from '../support/runCatalog.ts';

/** An installation without devDependencies. */
let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'catalog-no-tools-'));
  await cp(fileURLToPath(new URL('../../scripts', import.meta.url)), join(checkout, 'scripts'), { recursive: true });
  await cp(fileURLToPath(new URL('../../package.json', import.meta.url)), join(checkout, 'package.json'));
});
afterEach(() => rm(checkout, { recursive: true }));

function build(lifecycleEvent: string): Promise<{ status: unknown; stderr: string }> {
  const env = { ...inherited(), npm_lifecycle_event: lifecycleEvent };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(checkout, 'scripts/build.js')], { env }, (error, _stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stderr }),
    );
  });
}

describe('without the tools that build', () => {
  it('npm start refuses with the remedy, npm ci goes on', async () => {
    const stderr = expect.stringMatching(/^dist\/ is missing, .* run "npm ci" without --omit=dev, .*\n$/);
    expect(await build('prestart')).toEqual({ status: 1, stderr });
    expect(await build('prepare')).toEqual({ status: 0, stderr });
  });

  it('the dist/ that is there is taken as it is', async () => {
    await mkdir(join(checkout, 'dist'));
    expect(await build('prestart')).toEqual({ status: 0, stderr: '' });
    expect(await build('prepare')).toEqual({ status: 0, stderr: '' });
  });
});
