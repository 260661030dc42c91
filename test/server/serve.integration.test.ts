import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { copyEmbedded } from '../support/copyEmbedded.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService } from '../support/openTestService.ts';
import { catalogCommand, inherited, runCatalog } from '../support/runCatalog.ts';
import { until } from '../support/until.ts';

const TOKEN = 'internal-token-of-the-process-tests';
const START_MS = 60_000;

let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-serve-'));
  await copyEmbedded(join(folder, 'data'));
}, 2 * START_MS);
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

describe('on the embedded database', () => {
  it(
    'a misspelt variable is logged, and a second process is refused in one line and told of the first',
    async () => {
      const first = await serve({ LOG_LEVEL: 'warn', ELASTICSEARCH_ULR: 'http://127.0.0.1:9' });
      const { status, stderr } = await runCatalog(['serve'], { environment: environmentOf({ LOG_LEVEL: 'silent' }) });
      expect([status, stderr]).toEqual([1, expect.stringMatching(`^[^\n]*DATA_DIR.*\\b${first.child.pid}\\b.*\n$`)]);
      expect((await fetch(`${first.publicUrl}/v1/anime`)).status).toBe(200);
      expect(await first.stop('SIGINT')).toBe(0);
      expect(JSON.parse(first.output().stdout)).toMatchObject({
        level: 'warn',
        name: 'ELASTICSEARCH_ULR',
        meant: 'ELASTICSEARCH_URL',
        msg: 'ELASTICSEARCH_ULR is no variable of the service, which reads ELASTICSEARCH_URL: rename it, or unset it.',
      });
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
      await copyEmbedded(dataDir);
      try {
        for (const variable of ['PORT', 'INTERNAL_PORT']) {
          await expect(openTestService({ DATABASE_URL: '', DATA_DIR: dataDir, [variable]: port })).rejects.toThrow(
            new RegExp(`\\b${variable} ${port} is in use on 127\\.0\\.0\\.1`),
          );
        }
      } finally {
        taken.close();
      }
    },
    3 * START_MS,
  );
});

describeWith(['postgres'], 'on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  }, START_MS);
  afterAll(() => database?.drop());

  /** Until it is released every read of an anime waits. */
  const lockedAnime = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE anime IN ACCESS EXCLUSIVE MODE');
    const waiting = `SELECT FROM pg_locks WHERE relation = 'anime'::regclass AND NOT granted`;
    return {
      isWaitedFor: () => until(async () => ((await client.query(waiting)).rowCount ?? 0) > 0),
      release: () => client.end(),
    };
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
    'takes no connection any more and lets a slow request finish, and ends at once at a second signal',
    async () => {
      const service = await serve({ DATABASE_URL: database.url });
      const lock = await lockedAnime();
      const slow = fetch(`${service.publicUrl}/v1/anime`);
      await lock.isWaitedFor();
      const stopped = service.stop();
      const isTaken = async () => {
        const answer = await fetch(`${service.publicUrl}/v1`, { headers: { connection: 'close' } }).catch(() => null);
        return answer !== null;
      };
      await until(async () => !(await isTaken()));
      const ready = await fetch(`${service.internalUrl}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ status: 'stopping' })]);
      await lock.isWaitedFor();
      await lock.release();
      expect((await slow).status).toBe(200);
      expect(await stopped).toBe(0);

      const hasty = await serve({ DATABASE_URL: database.url });
      const again = await lockedAnime();
      const cut = fetch(`${hasty.publicUrl}/v1/anime`).catch((error: Error) => error.message);
      await again.isWaitedFor();
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
});
