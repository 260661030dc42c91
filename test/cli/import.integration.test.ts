import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { askPostgres } from '../support/askPostgres.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { episodeRecord } from '../support/records.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { until } from '../support/until.ts';

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
      { ...common, source: 'mal', sourceId: id, titles: [{ title: `Title ${id}`, language: 'en' }], genres: ['Drama'] },
      { ...common, source: 'anidb', sourceId: id, titles: [{ title: `題名${id}`, language: 'ja' }], format: 'tv' },
      episodeRecord('mal', id, 1, { status: 'scheduled', scheduledAt: '2030-01-01T00:00:00Z' }),
    ]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
  }).join('');
}

describeWith(['postgres'], 'catalog import', () => {
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
    await writeFile(file, records(500));
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
    expect(await countRecords(disturbed.databaseUrl)).toBeLessThan(1500);
    expect(await runImport(disturbed, file)).toMatchObject({ status: 0, json: { complete: true, rejected: 0 } });
    expect(withoutHistory(await canonicalState(disturbed))).toEqual(withoutHistory(await canonicalState(undisturbed)));
  }, 180_000);
});

async function countRecords(url: string): Promise<number> {
  const [row] = await askPostgres<{ count: number }>(url, 'select count(*)::int as count from source_record');
  return row?.count ?? 0;
}

/** Where a batch ends decides how many publications a change takes, and so revisions and events; not what the catalogue holds. */
function withoutHistory(state: readonly unknown[]): unknown[] {
  return state.map((row) => ({ ...(row as object), revision: null, events: null }));
}
