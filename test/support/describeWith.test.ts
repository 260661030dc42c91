import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, jest, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'describe-with-'));
const thisFile = fileURLToPath(import.meta.url);

/** Runs fixtures/needs.fixture.ts, whose two tests need Redis and the full catalogue. */
function runFixture(environment: NodeJS.ProcessEnv): { status: number | null; output: string; line: string } {
  const file = join(directory, 'line');
  const program = ['node_modules/jest/bin/jest.js', '--config', 'test/support/fixtures/jest.config.js', '--runInBand'];
  const { status, stderr } = spawnSync(process.execPath, ['--experimental-vm-modules', ...program], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: '/nowhere', TMPDIR: tmpdir(), NO_COLOR: '1', TEST_CLOSING_LINE_FILE: file, ...environment },
  });
  return { status, output: stderr, line: readFileSync(file, 'utf8') };
}

// Each test is a run of Jest.
jest.setTimeout(60_000);

describe('a suite whose requirements', () => {
  afterAll(() => rmSync(directory, { recursive: true }));

  test('are there runs', () => {
    const { status, line } = runFixture({ TEST_REDIS_URL: 'redis://127.0.0.1:1', CATALOG_FILE: thisFile });
    expect({ status, line }).toEqual({ status: 0, line: '2 passed, 0 failed\n' });
  });

  test('are missing is left out, loudly, and a run of nothing else fails', () => {
    const { status, output, line } = runFixture({});
    expect({ status, line }).toEqual({ status: 1, line: '0 passed, 0 failed, 2 skipped\n' });
    expect(output).toContain('needs.fixture.ts (2 tests): no Redis, the full catalogue\n');
    expect(output).toContain('  Redis: install Redis (Debian: apt-get install redis-server)');
    expect(output).toContain('No test ran.');
    expect(output.endsWith(`\n${line}`)).toBe(true);
  });

  test('are demanded fails where a server is missing', () => {
    const { status, output, line } = runFixture({ REQUIRE_ALL_SERVERS: '1' });
    expect({ status, line }).toEqual({ status: 1, line: '0 passed, 1 failed\n' });
    expect(output.endsWith(`\n${line}`)).toBe(true);
  });

  test('are demanded is left out where only data is missing', () => {
    const { line } = runFixture({ REQUIRE_ALL_SERVERS: '1', TEST_REDIS_URL: 'redis://127.0.0.1:1' });
    expect(line).toBe('0 passed, 0 failed, 2 skipped\n');
  });
});
