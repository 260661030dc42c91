import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { freePort } from '../support/freePort.ts';
import { catalogCommand, runCatalog } from '../support/runCatalog.ts';

/** Every step starts the command anew. */
jest.setTimeout(180_000);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-command-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** A folder without a service, on ports where none answers. */
async function environment(): Promise<Record<string, string>> {
  return {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    INTERNAL_PORT: String(await freePort()),
  };
}

// What the commands accept and refuse is tested in this process (commandLine.test.ts).
describe('the command line', () => {
  test('helps with status 0', async () => {
    const { status, stdout, stderr } = await runCatalog(['review', 'list', '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Usage: catalog review list');
  });

  test.each([
    ['an unknown option', ['sources', 'list', '--nope'], "unknown option '--nope'"],
    ['a missing argument', ['import'], "missing required argument 'file'"],
  ])('with --json refuses %s in JSON', async (_, command, message) => {
    const { status, stdout, stderr } = await runCatalog([...command, '--json']);
    expect({ status, answer: JSON.parse(stdout) }).toEqual({
      status: 2,
      answer: { error: { code: 'wrong_usage', message } },
    });
    expect(stderr).toContain(message);
  });

  test('tells in one line that standard output takes nothing', () => {
    const script = '"$0" "$1" --help >/dev/full';
    const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, catalogCommand], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^catalog: cannot write to standard output: ENOSPC[^\n]*\n$/),
    });
  });

  test('reads a pipe by its name, once', async () => {
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const variables = { ...(await environment()), INTERNAL_TOKEN: 'a-token-of-sixteen' };
    const twice = await runCatalog(['import', pipe, '--max-refused', '5'], { environment: variables });
    expect([twice.status, twice.stderr]).toEqual([2, expect.stringContaining(`${pipe} is read only once`)]);
    const { status, stdout } = await runCatalog(['import', pipe, '--json'], {
      environment: variables,
      whileRunning: () => writeFile(pipe, '{"type":"anime"}\n'),
    });
    expect({ status, answer: JSON.parse(stdout) }).toMatchObject({
      status: 1,
      answer: { error: { code: 'server_unreachable' } },
    });
  });

  test.each([[['import', '-']], [['review', 'list']]])('without a service fails with status 1: %j', async (command) => {
    const missing = await runCatalog([...command, '--json'], { directory: folder, environment: await environment() });
    expect(missing.status).toBe(1);
    expect(JSON.parse(missing.stdout)).toMatchObject({ error: { code: 'no_token' } });
    expect(missing.stderr).toContain('internal-token');
  });

  test('tells a wrong variable by its name with status 2', async () => {
    for (const command of [['sources', 'list'], ['migrate'], ['serve']]) {
      const { status, stderr } = await runCatalog(command, { environment: { INTERNAL_PORT: 'four' } });
      expect(status).toBe(2);
      expect(stderr).toMatch(/^catalog: INTERNAL_PORT is "four"/);
    }
  });
});

describe('catalog doctor without a service', () => {
  test('examines the machine and says what to do', async () => {
    const { status, stdout } = await runCatalog(['doctor', '--json'], { environment: await environment() });
    expect(status).toBe(1);
    const { items } = JSON.parse(stdout) as { items: { name: string; status: string; remedy: string | null }[] };
    expect(items.filter((item) => item.status === 'failed')).toEqual([
      expect.objectContaining({ name: 'service', remedy: expect.stringContaining('npm start') }),
    ]);
    expect(items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['configuration', 'data folder', 'internal port', 'public port', 'database']),
    );
  });

  test('says of a service that refuses the token neither to start it nor to stop what listens', async () => {
    const server = createServer((_, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const variables = { ...(await environment()), INTERNAL_PORT: String(port), INTERNAL_TOKEN: 'another-token' };
      const { stdout } = await runCatalog(['doctor'], { environment: variables });
      expect(stdout).toMatch(/failed +service +The server refused the internal token/);
      expect(stdout).not.toMatch(/npm start|Stop the process/);
    } finally {
      server.close();
    }
  });

  test('needs no folder where nothing is written, as in a container, and examines the port of metrics', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const variables = {
        ...(await environment()),
        DATA_DIR: `${fileURLToPath(import.meta.url)}/data`,
        DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing',
        METRICS_PORT: String((server.address() as AddressInfo).port),
        ...{ INTERNAL_TOKEN: 'a-token-of-sixteen', CURSOR_SECRET: 'x'.repeat(43), SECRETS_KEY: 'y'.repeat(43) },
      };
      const { stdout } = await runCatalog(['doctor', '--json'], { environment: variables });
      const { items } = JSON.parse(stdout) as { items: { name: string; status: string }[] };
      const failed = items.filter((item) => item.status === 'failed').map(({ name }) => name);
      expect(failed).toEqual(['service', 'metrics port', 'database']);
    } finally {
      server.close();
    }
  });
});
