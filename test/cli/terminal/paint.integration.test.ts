import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { catalogCommand, inherited } from '../../support/runCatalog.ts';

test('a terminal shows states in colours, unless NO_COLOR is set', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-colours-'));
  const shown = (environment: Record<string, string>) =>
    spawnSync('script', ['--quiet', '--command', `"${process.execPath}" "${catalogCommand}" doctor`, '/dev/null'], {
      env: { ...inherited(), SHELL: '/bin/sh', TERM: 'xterm', DATA_DIR: folder, ...environment },
      encoding: 'utf8',
    }).stdout;
  expect(shown({})).toContain('\u001b[31mfailed  \u001b[39m ');
  expect(shown({ NO_COLOR: '1' })).not.toContain('\u001b');
  await rm(folder, { recursive: true });
});
