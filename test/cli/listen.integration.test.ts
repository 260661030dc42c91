import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { verifySignature } from '../../docs/webhooks/verifySignature.ts';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { importRecords, subscribeAt } from '../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { newAnime } from '../support/newAnime.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { catalogCommand, inherited } from '../support/runCatalog.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { createAuthority } from '../support/tls/certificates.ts';
import { type ReceivedRequest, startReceiver } from '../support/tls/startReceiver.ts';
import { trustAuthority } from '../support/tls/trustAuthority.ts';
import { until } from '../support/until.ts';

jest.setTimeout(180_000);

const SECRET = 'whsec_of-a-test';
/** Services on one database must share it. */
const CURSOR_SECRET = 'the-cursor-secret-of-a-test-service';
const DAY_ONE = {
  type: 'anime',
  source: 'mal',
  titles: [{ title: '鬼滅の刃 "1" \\', language: 'ja', kind: 'official' }],
};

interface Posted {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The program of somebody who writes a receiver. */
class Program {
  readonly posted: Posted[] = [];
  readonly port: number;
  /** The statuses with which it answers next; then 204. */
  statuses: number[] = [];
  #server: Server | undefined;

  constructor(port: number) {
    this.port = port;
  }

  async start(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      this.posted.push({ headers: request.headers, body: await buffer(request) });
      response.writeHead(this.statuses.shift() ?? 204).end();
    });
    this.#server.listen(this.port);
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    if (this.#server?.listening) await once(this.#server, 'close');
  }

  titles(): string[] {
    return this.posted.map(({ body }) => JSON.parse(body.toString()).data.title as string);
  }
}

/** `catalog webhooks listen`, with what it has printed. */
class Listening {
  readonly #child: ChildProcess;
  stdout = '';
  stderr = '';

  constructor(words: readonly string[], environment: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [catalogCommand, 'webhooks', 'listen', ...words], {
      env: { ...inherited(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      this.stdout += chunk;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
    });
  }

  /** As Ctrl-C. @returns the exit status */
  async interrupt(): Promise<number | null> {
    const closed = once(this.#child, 'close') as Promise<[number | null]>;
    this.#child.kill('SIGINT');
    return (await closed)[0];
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

describeWith(['postgres', 'openssl'], 'catalog webhooks listen', () => {
  let database: TestDatabase;
  let service: TestService;
  let distrust: () => void;
  let program: Program;
  let listening: Listening | null = null;
  const authority = createAuthority();

  const start = (variables: Readonly<Record<string, string>> = {}) =>
    openTestService({ DATABASE_URL: database.url, ROLES: 'rest,graph', CURSOR_SECRET, ...variables });
  const listen = async (...words: string[]) => {
    const forward = `http://localhost:${program.port}/hook`;
    listening = new Listening(['--forward', forward, '--secret', SECRET, ...words], service.environment);
    await until(() => listening?.stdout.includes(SECRET) === true, 20_000);
    return listening;
  };
  const head = async () =>
    ((await (await fetch(`${service.publicUrl}/v1/events?limit=0`)).json()) as { page: { position: number } }).page
      .position;

  beforeAll(async () => {
    distrust = trustAuthority((await authority).cert);
    database = await createTestDatabase();
    service = await start();
    await importRecords(service, newAnime(1, 2));
  });
  beforeEach(async () => {
    program = new Program(await freePort());
    await program.start();
  });
  afterEach(async () => {
    listening?.kill();
    await program.stop();
  });
  afterAll(async () => {
    distrust?.();
    await service?.end();
    await database?.drop();
    await (await authority).remove();
  });

  test('posts what a webhook is sent: the same bytes, headers and signature', async () => {
    const receiver = await startReceiver(await (await authority).issue(['localhost']));
    const target = targetOf('localhost', receiver.port);
    const sender = await start({ WEBHOOK_ALLOW_TARGETS: target, ROLES: 'graph,webhooks' });
    try {
      const [webhook] = await subscribeAt(sender, [`https://${target}/hook`]);
      const running = await listen();
      await importRecords(service, [{ ...DAY_ONE, sourceId: '1000' }]);
      await until(() => program.posted.length === 1 && receiver.received.length === 1, 20_000);
      const [posted, sent] = [program.posted[0] as Posted, receiver.received[0] as ReceivedRequest];
      expect(posted.body.equals(sent.body)).toBe(true);
      expect(Object.keys(posted.headers)).toEqual(Object.keys(sent.headers));
      for (const name of ['content-type', 'user-agent', 'service-event-id', 'service-attempt', 'accept-encoding']) {
        expect(posted.headers[name]).toBe(sent.headers[name]);
      }
      for (const [secret, { headers, body }] of [
        [SECRET, posted],
        [webhook?.secret ?? '', sent],
      ] as const) {
        const [timestamp, signature] = [headers['service-timestamp'], headers['service-signature']].map(String);
        expect(verifySignature({ secrets: [secret], timestamp, signature, body })).toBe(true);
      }
      const position = await head();
      expect(await running.interrupt()).toBe(0);
      expect(listening?.stdout).toMatch(/\d\d:\d\d:\d\d {2}anime\.created {2}鬼滅の刃 "1" \\ {2}204 in \d+ ms\n/);
      expect(listening?.stdout).toContain(`1 delivered, 0 failed. --after ${position} continues from here.`);
    } finally {
      await sender.end();
      await receiver.close();
    }
  });

  test('begins at the head or where it is told to, with the kinds that are asked for', async () => {
    const all = await listen('--after', '0', '--json');
    await until(() => program.posted.length === 3, 20_000);
    expect(await all.interrupt()).toBe(0);
    const lines = all.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ service: service.publicUrl, position: 0, secret: SECRET });
    expect(lines.slice(1, 4)).toEqual(
      [1, 2, 3].map((position) =>
        expect.objectContaining({ position, kind: 'anime.created', status: 204, outcome: 'delivered' }),
      ),
    );
    expect(lines.at(-1)).toEqual({ delivered: 3, failed: 0, position: 3 });

    const some = await listen('--kinds', 'anime.updated');
    await importRecords(service, newAnime(3, 1));
    await importRecords(service, [{ ...DAY_ONE, sourceId: '1000', synopsis: 'another' }]);
    await until(() => program.posted.length === 4, 20_000);
    expect(JSON.parse(program.posted[3]?.body.toString() ?? '')).toMatchObject({ kind: 'anime.updated' });
    await some.interrupt();
  });

  test('waits for a program that is away, counts what was not forwarded, repeats what may pass, and takes other refusals for final', async () => {
    await program.stop();
    const position = await head();
    const interrupted = await listen();
    await importRecords(service, newAnime(10, 3));
    await until(() => interrupted.stdout.includes('Title 10  connection in'), 20_000);
    expect(interrupted.stdout).toContain(', again in 1 s');
    expect(await interrupted.interrupt()).toBe(0);
    expect(interrupted.stdout).toContain(`0 delivered, 0 failed. --after ${position} continues from here.`);
    await listen('--after', String(position));
    await until(() => (listening?.stdout ?? '').includes('Title 10  connection in'), 20_000);
    program.statuses = [503, 204, 401];
    await program.start();
    await until(() => program.posted.length === 4, 20_000);
    expect(program.titles()).toEqual(['Title 10', 'Title 10', 'Title 11', 'Title 12']);
    const [first, second] = program.posted;
    expect(second?.headers['service-delivery-id']).toBe(first?.headers['service-delivery-id']);
    expect(Number(second?.headers['service-attempt'])).toBe(Number(first?.headers['service-attempt']) + 1);
    expect(await listening?.interrupt()).toBe(0);
    expect(listening?.stdout).toMatch(/Title 11 {2}401 in \d+ ms, failed\n.*Title 12 {2}204/);
    expect(listening?.stdout).toContain('2 delivered, 1 failed.');
  });

  test('follows on when the service was restarted, and loses nothing', async () => {
    const { PORT = '' } = service.environment;
    const running = await listen();
    await importRecords(service, newAnime(30, 1));
    await until(() => program.posted.length === 1, 20_000);
    await service.end();
    await until(() => running.stderr.includes('no service answers at'), 20_000);
    service = await start({ PORT });
    await importRecords(service, newAnime(31, 2));
    await until(() => program.posted.length === 3, 40_000);
    expect(program.titles()).toEqual(['Title 30', 'Title 31', 'Title 32']);
    expect(running.stderr).toMatch(/answers again: continuing after position \d+\./);
    expect(await running.interrupt()).toBe(0);
  });

  const run = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runInProcess(['webhooks', 'listen', ...words], { environment: { ...service.environment, ...environment } });
  const forward = ['--forward', 'http://localhost:9'];

  test('refuses with status 2 a kind that there is not', async () => {
    expect(await run([...forward, '--kinds', 'anime.update'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Nearest to "anime.update" is anime.updated.'),
    });
  });

  test('refuses with status 1 a key, a position beyond the head, what is no catalogue, and where nothing answers', async () => {
    expect(await run(forward, { CATALOG_KEY: 'cac_no_key' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('CATALOG_KEY is refused: '),
    });
    expect(await run([...forward, '--after', '999999'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The newest event stands at position'),
    });
    const other = await run([...forward, '--url', `http://localhost:${program.port}`, '--json']);
    expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('is this the public listener') });
    expect(JSON.parse(other.stdout)).toMatchObject({ error: { code: 'unexpected_answer' } });
    await program.stop();
    const nobody = await run([...forward, '--url', `http://localhost:${program.port}`]);
    expect(nobody).toMatchObject({ status: 1, stderr: expect.stringContaining('(ECONNREFUSED)') });
  });
});
