import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sampleRecords } from '../rest/support/sampleRecords.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { runInProcess } from '../support/runInProcess.ts';

jest.setTimeout(120_000);

describeWith(['postgres'], 'catalog dump, and catalog import --format dump', () => {
  let folder: string;
  let origin: TestService;
  let copy: TestService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-dump-'));
    // From PostgreSQL into the embedded database.
    origin = await openTestService({ DUMP: 'off' });
    copy = await openTestService({ DATABASE_URL: '', DUMP: 'off' });
    const records = join(folder, 'records.ndjson');
    await writeFile(records, sampleRecords.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect((await run(origin, 'import', records)).status).toBe(0);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([origin?.end(), copy?.end()]);
    await rm(folder, { recursive: true, force: true });
  });

  async function run(service: TestService, ...command: string[]) {
    const { status, stdout, stderr } = await runInProcess([...command, '--json'], { environment: service.environment });
    return { status, stderr, json: JSON.parse(stdout || 'null') };
  }

  const linesOf = async (path: string) =>
    gunzipSync(await readFile(path))
      .toString()
      .trimEnd()
      .split('\n');

  test('a copy has the same lines after the head', async () => {
    const [first, again] = [join(folder, 'first.ndjson.gz'), join(folder, 'again.ndjson.gz')];
    const dumped = await run(origin, 'dump', first);
    expect(dumped).toMatchObject({ status: 0, json: { file: first, anime: 30, episodes: 7 } });
    const lines = await linesOf(first);
    expect(await run(copy, 'import', first, '--format', 'dump')).toMatchObject({
      status: 0,
      json: { format: 'dump', records: lines.length - 1, created: lines.length - 1, rejected: 0 },
    });
    expect(await run(copy, 'import', first, '--format', 'dump')).toMatchObject({
      status: 0,
      json: { created: 0, unchanged: lines.length - 1 },
    });
    expect(await run(copy, 'dump', again)).toMatchObject({ status: 0, json: { anime: 30, episodes: 7 } });
    expect((await linesOf(again)).slice(1)).toEqual(lines.slice(1));
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const overHttp = await fetch(`${copy.publicUrl}/v1/dump`);
    expect(Buffer.from(await overHttp.arrayBuffer())).toEqual(await readFile(again));
  });

  test('says how old it is, and writes the catalogue of now where it is asked to', async () => {
    const [old, fresh, more] = ['old.gz', 'fresh.gz', 'more.ndjson'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    expect((await run(origin, 'dump', old)).status).toBe(0);
    await writeFile(
      more,
      JSON.stringify({ type: 'anime', source: 'mal', sourceId: 'new', titles: [{ title: 'New' }] }),
    );
    for (const service of [origin, copy]) expect((await run(service, 'import', more)).status).toBe(0);
    const { status, json } = await run(origin, 'dump', old);
    expect({ status, json }).toMatchObject({ status: 0, json: { anime: 30 } });
    expect(BigInt(json.head)).toBe(BigInt(json.position) + 1n);
    const { stderr } = await runInProcess(['dump', old], { environment: origin.environment });
    expect(stderr).toContain(`The log is at ${json.head} now: catalog dump --fresh`);
    for (const service of [origin, copy]) {
      const now = await run(service, 'dump', fresh, '--fresh');
      expect(now).toMatchObject({ status: 0, json: { anime: 31, episodes: 7 } });
      expect(now.json.position).toBe(now.json.head);
      expect((await linesOf(fresh)).filter((line) => line.includes('"title":"New"'))).toHaveLength(1);
    }
  });
});
