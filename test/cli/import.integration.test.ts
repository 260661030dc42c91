import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { askPostgres } from '../support/askPostgres.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { episodeRecord } from '../support/records.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { trustAuthority } from '../support/tls/trustAuthority.ts';
import { until } from '../support/until.ts';

describeWith(['postgres'], 'catalog import', () => {
  jest.setTimeout(120_000);

  let folder: string;
  const services: TestService[] = [];

  async function place(): Promise<TestService> {
    const service = await openTestService();
    services.push(service);
    return service;
  }

  async function runImport(
    { environment }: Pick<TestService, 'environment'>,
    file: string,
    flags: readonly string[] = [],
    input: string | Uint8Array = '',
  ) {
    const run = await runInProcess(['import', file, '--json', ...flags], { environment, input });
    return { ...run, json: JSON.parse(run.stdout) as Record<string, unknown> };
  }

  /** The canonical catalogue without what differs from run to run: ids, times and positions. */
  async function canonicalState({ databaseUrl }: TestService): Promise<unknown[]> {
    return await askPostgres(
      databaseUrl,
      `
      select a.title, a.format, a.status, a.year, a.episode_count, a.revision,
        (select json_agg(json_build_array(t.title, t.language, t.kind) order by t.position) from anime_title t where t.anime_id = a.id) as titles,
        (select json_agg(json_build_array(x.site, x.external_id) order by x.site, x.external_id) from anime_external_id x where x.anime_id = a.id) as ids,
        (select json_agg(g.slug order by g.slug) from anime_genre ag join genre g on g.id = ag.genre_id where ag.anime_id = a.id) as genres,
        (select json_agg(json_build_array(e.number, e.status, e.revision) order by e.number) from episode e where e.anime_id = a.id) as episodes,
        (select count(*)::int from event v where v.anime_id = a.id) as events
      from anime a order by a.title, a.id`,
    );
  }

  /** Anime of two sources that share ids, each with an episode; enough for several batches. */
  function records(count: number): string {
    return Array.from({ length: count }, (_, index) => {
      const id = String(index + 1);
      const common = { type: 'anime', year: 1960 + (index % 60), externalIds: { anilist: id } };
      return [
        {
          ...common,
          source: 'mal',
          sourceId: id,
          titles: [{ title: `Title ${id}`, language: 'en' }],
          genres: ['Drama'],
        },
        { ...common, source: 'anidb', sourceId: id, titles: [{ title: `題名${id}`, language: 'ja' }], format: 'tv' },
        episodeRecord('mal', id, 1, { status: 'scheduled', scheduledAt: '2030-01-01T00:00:00Z' }),
      ]
        .map((record) => `${JSON.stringify(record)}\n`)
        .join('');
    }).join('');
  }

  let home: TestService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-import-'));
    await writeFile(join(folder, 'records.ndjson'), records(200));
    home = await place();
  });

  afterAll(async () => {
    for (const service of services) await service.end();
    await rm(folder, { recursive: true });
  });

  test('a dry run tells what the import will do and writes nothing', async () => {
    const before = await canonicalState(home);
    const dry = await runImport(home, join(folder, 'records.ndjson'), ['--dry-run']);
    expect(dry).toMatchObject({
      status: 0,
      json: { dryRun: true, records: 600, proposed: 0, rejected: 0 },
    });
    expect(Number(dry.json.created) + Number(dry.json.updated)).toBe(600);
    expect(await canonicalState(home)).toEqual(before);
    const real = await runImport(home, join(folder, 'records.ndjson'));
    expect(real).toMatchObject({ status: 0, json: { created: 400, updated: 200, rejected: 0 } });
    expect(await canonicalState(home)).toHaveLength(200);
  });

  test('the same records again change nothing, packed, from standard input', async () => {
    const plain = await readFile(join(folder, 'records.ndjson'));
    const before = await canonicalState(home);
    expect(await runImport(home, '-', [], gzipSync(plain))).toMatchObject({
      status: 0,
      json: { records: 600, unchanged: 600, created: 0, updated: 0, complete: true, error: null },
    });
    expect(await canonicalState(home)).toEqual(before);
  });

  test('broken lines are rejected by number, the rest is published, and the status is 1', async () => {
    const lines = [
      '{"type":"anime","source":"mal","sourceId":"r1","titles":[{"title":"Good"}],"colour":"red"}',
      '{"type":"anime","source":"mal","sourceId":"r2","titles":[{"title":"Bad"}],"year":1800}',
      '',
      'nonsense',
      '{"type":"episode","source":"mal","sourceId":"r3/1","anime":{"source":"mal","sourceId":"r3"},"number":1,"status":"scheduled"}',
    ];
    const rejects = join(folder, 'rejects.ndjson');
    const run = await runImport(home, '-', ['--rejects', rejects], lines.join('\r\n'));
    expect(run).toMatchObject({
      status: 1,
      json: {
        records: 4,
        created: 1,
        rejected: 3,
        ignoredMembers: 1,
        complete: true,
        rejects: [
          { line: 2, pointer: '/year', reason: expect.stringContaining('1900') },
          { line: 4, pointer: null },
          { line: 5, reason: expect.stringContaining('r3') },
        ],
      },
    });
    const written = (await readFile(rejects, 'utf8')).trim().split('\n');
    const found = written.map((line) => JSON.parse(line)).toSorted((a, b) => a.line - b.line);
    expect(found).toEqual(run.json.rejects);
  });

  test('a summary for people names the counts and the rejected lines', async () => {
    const run = await runInProcess(['import', '-'], { environment: home.environment, input: 'nonsense\n' });
    expect(run.status).toBe(1);
    expect(run.stdout).toMatch(/^1 records of standard input \(catalog\)/);
    expect(run.stdout).toMatch(/rejected +1\n/);
    expect(run.stdout).toContain('line 1: the line is not JSON');
  });

  /** The batch that a killed command had sent is still committed: its records are none of the next command's. */
  async function settledCount(url: string): Promise<number> {
    let count = await countRecords(url);
    for (;;) {
      await sleep(300);
      const now = await countRecords(url);
      if (now === count) return count;
      count = now;
    }
  }

  test('interrupted by Ctrl-C or kill -9 and run again it ends in the same state', async () => {
    const undisturbed = await place();
    const disturbed = await place();
    const file = join(folder, 'long.ndjson');
    await writeFile(file, records(1000));
    expect((await runImport(undisturbed, file)).status).toBe(0);

    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const before = await settledCount(disturbed.databaseUrl);
      const run = await runCatalog(['import', file, '--json'], {
        environment: disturbed.environment,
        whileRunning: async (child) => {
          await until(async () => (await countRecords(disturbed.databaseUrl)) > before || child.exitCode !== null);
          child.kill(signal);
        },
      });
      if (signal === 'SIGKILL') expect(run).toMatchObject({ status: null, stdout: '' });
      else {
        expect(run.status).toBe(1);
        expect(JSON.parse(run.stdout)).toMatchObject({ complete: false, error: null });
      }
    }
    expect(await countRecords(disturbed.databaseUrl)).toBeLessThan(3000);
    expect(await runImport(disturbed, file)).toMatchObject({ status: 0, json: { complete: true, rejected: 0 } });
    expect(withoutHistory(await canonicalState(disturbed))).toEqual(withoutHistory(await canonicalState(undisturbed)));
  }, 180_000);

  async function countRecords(url: string): Promise<number> {
    const [row] = await askPostgres<{ count: number }>(url, 'select count(*)::int as count from source_record');
    return row?.count ?? 0;
  }

  /** Where a batch ends decides how many publications a change takes, and so revisions and events; not what the catalogue holds. */
  function withoutHistory(state: readonly unknown[]): unknown[] {
    return state.map((row) => ({ ...(row as object), revision: null, events: null }));
  }
});

describeWith(['postgres', 'openssl'], 'catalog import of an address', () => {
  /** Records of which the last `broken` lack a title. */
  function file(name: string, count: number, broken = 0): string {
    return Array.from({ length: count }, (_, index) => {
      const record = { type: 'anime', source: 'mal', sourceId: `${name}-${index}` };
      const titles = index < count - broken ? { titles: [{ title: `${name} ${index}` }] } : {};
      return `${JSON.stringify({ ...record, ...titles })}\n`;
    }).join('');
  }

  let service: TestService;
  let authority: TestAuthority;
  let distrust: () => void;
  let server: Receiver;
  let environment: Readonly<Record<string, string>>;
  let folder: string;
  /** What the server has at each path. */
  let files: Record<string, { readonly content: string; readonly etag?: string }>;

  beforeAll(async () => {
    authority = await createAuthority();
    distrust = trustAuthority(authority.cert);
    folder = await mkdtemp(join(tmpdir(), 'catalog-address-'));
    server = await startReceiver(await authority.issue(['localhost']), ({ path, headers }, response) => {
      const found = files[path];
      if (found === undefined) response.writeHead(404).end();
      else if (found.etag !== undefined && headers['if-none-match'] === found.etag) response.writeHead(304).end();
      else response.writeHead(200, found.etag === undefined ? {} : { etag: found.etag }).end(found.content);
    });
    service = await openTestService();
    environment = { ...service.environment, WEBHOOK_ALLOW_TARGETS: targetOf('localhost', server.port) };
  });
  beforeEach(() => {
    files = {};
  });
  afterAll(async () => {
    distrust?.();
    await Promise.all([service?.end(), server?.close(), authority?.remove()]);
    await rm(folder, { recursive: true, force: true });
  });

  const at = (path: string) => `https://localhost:${server.port}${path}`;
  async function run(place: string, ...flags: string[]) {
    const { status, stdout, stderr } = await runInProcess(['import', place, '--json', ...flags], { environment });
    return { status, stderr, json: JSON.parse(stdout || 'null') };
  }

  test('an unchanged file is imported once, by its tag or by its bytes', async () => {
    files = { '/tagged': { content: file('tagged', 20), etag: '"1"' }, '/plain': { content: file('plain', 20) } };
    for (const path of ['/tagged', '/plain']) {
      expect(await run(at(path), '--dry-run')).toMatchObject({
        status: 0,
        json: { created: 20, unchangedSince: null },
      });
      expect(await run(at(path))).toMatchObject({ status: 0, json: { created: 20, unchangedSince: null } });
      expect(await run(at(path))).toMatchObject({
        ...{ status: 0, stderr: '' },
        json: { records: 0, complete: true, unchangedSince: expect.stringMatching(/^\d{4}-.*Z$/) },
      });
      expect(await run(at(path), '--again')).toMatchObject({
        status: 0,
        json: { unchanged: 20, unchangedSince: null },
      });
    }
    const text = await runInProcess(['import', at('/tagged')], { environment });
    expect(text.stdout).toMatch(/^https:.* has not changed since its import of .*Z: there is nothing to import\.\n$/);
    files = { '/tagged': { content: file('tagged', 21), etag: '"2"' } };
    expect(await run(at('/tagged'))).toMatchObject({ status: 0, json: { created: 1, unchanged: 20 } });
  });

  test('a file of which a record was rejected is tried again, and the one before it counts no more', async () => {
    const episode = { type: 'episode', source: 'mal', sourceId: 'late/1', anime: { source: 'mal', sourceId: 'late' } };
    const whole = { content: file('whole', 20), etag: '"1"' };
    const early = { content: `${file('early', 30)}${JSON.stringify({ ...episode, number: 1 })}\n`, etag: '"2"' };
    files = { '/early?key=s3cret': whole };
    const address = at('/early?key=s3cret');
    expect(await run(address)).toMatchObject({ status: 0, json: { created: 20 } });
    files = { '/early?key=s3cret': early };
    expect(await run(address)).toMatchObject({ status: 1, json: { created: 30, rejected: 1 } });
    const again = await run(address);
    expect(again).toMatchObject({ status: 1, json: { unchanged: 30, rejected: 1, input: at('/early?…') } });
    const parent = join(folder, 'parent.ndjson');
    await writeFile(
      parent,
      JSON.stringify({ ...episode, type: 'anime', sourceId: 'late', titles: [{ title: 'Late' }] }),
    );
    expect(await run(parent)).toMatchObject({ status: 0, json: { created: 1 } });
    files = { '/early?key=s3cret': whole };
    expect(await run(address)).toMatchObject({ status: 0, json: { unchanged: 20, unchangedSince: null } });
    files = { '/early?key=s3cret': early };
    expect(await run(address)).toMatchObject({ status: 0, json: { created: 1, unchanged: 30 } });
    const told = await runInProcess(['import', address], { environment });
    expect(told).toMatchObject({ status: 0, stdout: expect.stringContaining('has not changed since') });
    expect(told.stdout + told.stderr + JSON.stringify(again)).not.toContain('s3cret');
    const misspelt = await runInProcess(['import', address.replace('https', 'htps')], { environment });
    expect(misspelt).toMatchObject({ status: 2, stderr: expect.not.stringContaining('s3cret') });
  });

  test('a file with another digest than was asked for is not imported', async () => {
    const content = file('digest', 3);
    files = { '/digest': { content } };
    const local = join(folder, 'digest.ndjson');
    await writeFile(local, content);
    const digest = createHash('sha256').update(content).digest('hex');
    for (const place of [local, at('/digest')]) {
      expect(await run(place, '--sha256', '0'.repeat(64))).toMatchObject({
        status: 1,
        json: { error: { code: 'wrong_digest', message: expect.stringContaining(digest) } },
      });
    }
    expect(await run(at('/digest'), '--sha256', digest.toUpperCase())).toMatchObject({
      status: 0,
      json: { created: 3 },
    });
    expect(await run(local, '--sha256', digest)).toMatchObject({ status: 0, json: { unchanged: 3 } });
    expect(await run('-', '--sha256', digest)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('standard'),
    });
  });

  test('a file of which more than 5 % would be refused is not published, unless it is asked for', async () => {
    files = {
      '/five': { content: file('five', 100, 5) },
      '/six': { content: file('six', 100, 6) },
      '/unknown': { content: file('unknown', 10).replaceAll('"mal"', '"unapproved"') },
    };
    expect(await run(at('/five'))).toMatchObject({ status: 1, json: { created: 95, rejected: 5, error: null } });
    const refused = await run(at('/six'));
    expect(refused).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining('6.0 %, more than 5 %. Nothing was published') },
      json: { dryRun: true, records: 100, created: 94, rejected: 6, error: { code: 'too_many_refused' } },
    });
    expect(refused.json.rejects).toHaveLength(6);
    const told = await runInProcess(['import', at('/six')], { environment });
    expect(told.stdout).toMatch(/^Dry run: nothing was written\..*would create +94\n.*would reject +6\n/s);
    expect(await run(at('/unknown'))).toMatchObject({
      status: 1,
      json: { proposed: 10, error: { code: 'too_many_refused' } },
    });
    expect(await run(at('/unknown'), '--review')).toMatchObject({ status: 0, json: { dryRun: false, proposed: 10 } });
    // It was not kept as imported.
    expect(await run(at('/six'), '--max-refused', '6')).toMatchObject({
      status: 1,
      json: { created: 94, rejected: 6 },
    });

    const local = join(folder, 'local.ndjson');
    await writeFile(local, file('local', 10, 1));
    expect(await run(local, '--max-refused', '5')).toMatchObject({
      status: 1,
      json: { error: { code: 'too_many_refused' } },
    });
    expect(await run(local)).toMatchObject({ status: 1, json: { created: 9, rejected: 1, error: null } });
    expect(await run('-', '--max-refused', '5')).toMatchObject({ status: 2 });
  });

  test('an empty file is a failure of its server, unless it is asked for, and not kept as imported', async () => {
    files = { '/empty': { content: '', etag: '"0"' } };
    const refused = {
      ...{ status: 1, stderr: expect.stringContaining('holds no records') },
      json: { records: 0, error: { code: 'no_records' } },
    };
    expect(await run(at('/empty'))).toMatchObject(refused);
    expect(await run(at('/empty'))).toMatchObject(refused);
    expect(await run(at('/empty'), '--max-refused', '100')).toMatchObject({ status: 0, json: { error: null } });
  });

  test('an address that is none, or not public, or has nothing, is told', async () => {
    const { WEBHOOK_ALLOW_TARGETS: _target, ...closed } = environment;
    for (const [place, message, variables] of [
      ['http://example.org/file', 'the URL is not https:', environment],
      ['https://ann:secret@example.org/file', 'credentials', environment],
      [at('/tagged'), `names port ${server.port}`, closed],
    ] as const) {
      const { status, stderr } = await runInProcess(['import', place], { environment: variables });
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
    }
    expect(await run(at('/none'))).toMatchObject({
      status: 1,
      json: { error: { code: 'download_failed', message: expect.stringContaining('status 404') } },
    });
  });

  test('the names of this release are imported by their name, into the anime that are there', async () => {
    const local = join(folder, 'titan.ndjson');
    const titan = {
      type: 'anime',
      source: 'mal',
      sourceId: '16498',
      titles: [{ title: '進撃の巨人', language: 'ja' }],
    };
    await writeFile(local, JSON.stringify(titan));
    expect(await run(local)).toMatchObject({ status: 0 });
    expect(await run('names')).toMatchObject({ json: { format: 'catalog', input: 'names', records: 938, created: 0 } });
    const { items } = await (await fetch(`${service.publicUrl}/v1/anime?externalId=mal:16498`)).json();
    expect(items[0]).toMatchObject({ title: '進撃の巨人' });
    expect(JSON.stringify(items[0].alternativeTitles)).toContain('Shingeki no Kyojin');
  });
});
