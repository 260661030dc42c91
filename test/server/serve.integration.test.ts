import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { askPostgres } from '../support/askPostgres.ts';
import { copyEmbedded } from '../support/copyEmbedded.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { catalogCommand, inherited, runCatalog } from '../support/runCatalog.ts';
import { until } from '../support/until.ts';

const TOKEN = 'internal-token-of-the-process-tests';
const START_MS = 60_000;

let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-serve-'));
  await copyEmbedded(join(folder, 'data'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Served {
  readonly child: ChildProcess;
  readonly publicUrl: string;
  readonly internalUrl: string;
  output(): { readonly stdout: string; readonly stderr: string };
  /** Sends the signal and waits for the end. @returns the exit status */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const environmentOf = (variables: Record<string, string>) => ({
  HOST: '127.0.0.1',
  PORT: '0',
  INTERNAL_PORT: '0',
  INTERNAL_TOKEN: TOKEN,
  DATA_DIR: join(folder, 'data'),
  SAMPLE_DATA: 'off',
  SEARCH: 'off',
  ...variables,
});

/** The committed command on ports that it chooses itself. */
async function serve(variables: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, [catalogCommand, 'serve'], {
    env: { ...inherited(), ...environmentOf(variables) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  const listening = new Promise<{ publicUrl: string; internalUrl: string }>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
      const [, publicUrl] = /^Serving (\S+)\/v1 /m.exec(output.stderr) ?? [];
      const [, internalUrl] = /^Internal listener at (\S+)\n/m.exec(output.stderr) ?? [];
      if (publicUrl !== undefined && internalUrl !== undefined) resolve({ publicUrl, internalUrl });
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output.stderr}`)));
  });
  const { publicUrl, internalUrl } = await listening;
  return {
    child,
    publicUrl,
    internalUrl,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      const closed = once(child, 'close');
      child.kill(signal);
      const [status] = (await closed) as [number | null];
      return status;
    },
  };
}

async function expectOneLine(variables: Record<string, string>, message: RegExp): Promise<void> {
  const { status, stderr, stdout } = await runCatalog(['serve'], { environment: environmentOf(variables) });
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(message)]);
  expect(status).toBeGreaterThan(0);
  expect(JSON.parse(stdout)).toMatchObject({ level: 'fatal' });
}

/**
 * Requests over one kept connection each, as fast as they are answered, until the service accepts no more. A service that
 * stops resets connections that it has not accepted yet; `accepted` counts those that it has.
 */
function loadUntilRefused(url: string, connections: number) {
  const load = { accepted: 0, failures: [] as string[], ended: Promise.resolve<unknown>(undefined) };
  const { failures } = load;
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let isAccepted = false;
    for (;;) {
      const outcome = await new Promise<string>((resolve) => {
        get(url, { agent }, (response) => {
          response
            .on('data', () => {})
            .once('end', () => resolve(response.complete ? String(response.statusCode) : 'incomplete'))
            .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
        }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      });
      if (outcome === '200') {
        if (!isAccepted) load.accepted += 1;
        isAccepted = true;
      } else if (outcome === 'ECONNREFUSED') break;
      else failures.push(outcome);
      if (failures.length > 20) break;
    }
    agent.destroy();
  };
  load.ended = Promise.all(Array.from({ length: connections }, client));
  return load;
}

describe('a start that cannot be', () => {
  it(
    'DATA_DIR that cannot be written',
    async () => {
      const file = join(folder, 'file');
      await writeFile(file, '');
      await expectOneLine({ DATA_DIR: join(file, 'data') }, /DATA_DIR/);
    },
    START_MS,
  );
});

describe('on the embedded database', () => {
  it(
    'a second process is refused and told of the first; a killed one leaves nothing in the way',
    async () => {
      const first = await serve({});
      await expectOneLine({}, new RegExp(`DATA_DIR.*\\b${first.child.pid}\\b`));
      expect((await fetch(`${first.publicUrl}/v1/anime`)).status).toBe(200);
      first.child.kill('SIGKILL');
      await once(first.child, 'exit');
      const second = await serve({});
      expect((await fetch(`${second.publicUrl}/v1/anime`)).status).toBe(200);
      expect(await second.stop('SIGINT')).toBe(0);
    },
    3 * START_MS,
  );

  it(
    'a port in use ends the start and lets go of the folder',
    async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const port = String((taken.address() as AddressInfo).port);
      const dataDir = join(folder, 'port');
      try {
        for (const variable of ['PORT', 'INTERNAL_PORT']) {
          const { status, stderr } = await runCatalog(['serve'], {
            environment: environmentOf({ DATA_DIR: dataDir, [variable]: port }),
          });
          expect(stderr).toMatch(new RegExp(`^[^\\n]*\\b${variable} ${port} is in use on 127\\.0\\.0\\.1[^\\n]*\\n$`));
          expect(status).toBe(1);
        }
      } finally {
        taken.close();
      }
    },
    3 * START_MS,
  );

  it(
    'logs a variable that is nearly one of its own, and starts',
    async () => {
      const service = await serve({ LOG_LEVEL: 'warn', ELASTICSEARCH_ULR: 'http://127.0.0.1:9' });
      expect(await service.stop('SIGHUP')).toBe(0);
      expect(JSON.parse(service.output().stdout)).toMatchObject({
        level: 'warn',
        name: 'ELASTICSEARCH_ULR',
        meant: 'ELASTICSEARCH_URL',
        msg: 'ELASTICSEARCH_ULR is no variable of the service, which reads ELASTICSEARCH_URL: rename it, or unset it.',
      });
    },
    START_MS,
  );
});

describeWith(['postgres'], 'on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  }, START_MS);
  afterAll(() => database?.drop());

  const lockedAnime = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE anime IN ACCESS EXCLUSIVE MODE');
    return { release: () => client.end() };
  };

  it(
    'stops under load without a failed request',
    async () => {
      const service = await serve({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
      const load = loadUntilRefused(`${service.publicUrl}/v1/anime`, 16);
      await until(() => load.accepted === 16 || load.failures.length > 0, START_MS);
      expect(await service.stop()).toBe(0);
      await load.ended;
      expect(load.failures).toEqual([]);
    },
    START_MS,
  );

  it(
    'lets a slow request finish, and ends at once at a second signal',
    async () => {
      const service = await serve({ DATABASE_URL: database.url });
      const lock = await lockedAnime();
      const slow = fetch(`${service.publicUrl}/v1/anime`);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const stopped = service.stop();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const ready = await fetch(`${service.internalUrl}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ status: 'stopping' })]);
      await lock.release();
      expect((await slow).status).toBe(200);
      expect(await stopped).toBe(0);

      const hasty = await serve({ DATABASE_URL: database.url });
      const again = await lockedAnime();
      const cut = fetch(`${hasty.publicUrl}/v1/anime`).catch((error: Error) => error.message);
      await new Promise((resolve) => setTimeout(resolve, 500));
      hasty.child.kill('SIGTERM');
      // Within a second it counts as the same signal, which npm and a terminal both pass on.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const exit = once(hasty.child, 'exit');
      hasty.child.kill('SIGTERM');
      expect((await exit)[0]).not.toBe(0);
      expect(await cut).toBe('fetch failed');
      await again.release();
    },
    3 * START_MS,
  );

  it(
    'logs every request in JSON and nothing that is secret',
    async () => {
      const dataDir = join(folder, 'logged');
      const fresh = await createTestDatabase();
      try {
        const service = await serve({ DATABASE_URL: fresh.url, DATA_DIR: dataDir, LOG_LEVEL: 'trace' });
        const authorization = 'Bearer cac_0123abcd_hunter2hunter2';
        const headers = {
          authorization,
          cookie: 'session=hunter2',
          traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`,
        };
        const refused = await fetch(`${service.publicUrl}/v1/anime?limit=2`, { headers });
        expect(refused.status).toBe(401);
        const { authorization: _, ...anonymous } = headers;
        const list = await fetch(`${service.publicUrl}/v1/anime?limit=2`, { headers: anonymous });
        const requestId = list.headers.get('x-request-id');
        await list.text();
        await fetch(`${service.publicUrl}/v1/anime?api_key=hunter2`, { headers });
        await fetch(`${service.internalUrl}/graphql`, {
          method: 'POST',
          headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ animeList(after: "hunter2") { nodes { id } } }' }),
        });
        // A failure whose message holds everything that pg knows of the connection.
        await askPostgres(fresh.url, 'ALTER TABLE anime RENAME TO gone');
        await askPostgres(fresh.url, 'CREATE VIEW anime AS SELECT * FROM gone WHERE 1 / 0 > 0');
        expect((await fetch(`${service.publicUrl}/v1/anime`)).status).toBe(500);
        expect(await service.stop()).toBe(0);

        const { stdout, stderr } = service.output();
        const lines = stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>);
        expect(lines.find((line) => line.requestId === requestId)).toMatchObject({
          level: 'info',
          msg: 'request',
          listener: 'public',
          method: 'GET',
          route: '/v1/anime',
          operationId: 'ListAnime',
          status: 200,
          traceId: 'a1'.repeat(16),
          durationMs: expect.any(Number),
          bytes: expect.any(Number),
        });
        expect(lines.some(({ level, msg }) => level === 'error' && msg === 'request failed')).toBe(true);
        const cursorSecret = (await readFile(join(dataDir, 'cursor-secret'), 'utf8')).trim();
        for (const secret of ['hunter2', TOKEN, cursorSecret, new URL(fresh.url).password]) {
          expect(stdout + stderr).not.toContain(secret);
        }
      } finally {
        await fresh.drop();
      }
    },
    START_MS,
  );
});
