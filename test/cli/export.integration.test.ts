import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { inProcessGraph } from '../../src/cli/client/inProcessGraph.ts';
import { exportedPages } from '../../src/cli/exportedPages.ts';
import { importBatch } from '../../src/cli/import/importBatch.ts';
import { shippedFiles } from '../../src/cli/import/shippedFiles.ts';
import { sampleRecords } from '../rest/support/sampleRecords.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';

jest.setTimeout(300_000);

describeWith(['postgres'], 'catalog export', () => {
  let folder: string;
  let database: TestDatabase;
  let origin: CatalogService;
  let copy: CatalogService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-export-'));
    database = await createTestDatabase();
    // From PostgreSQL into the embedded database.
    origin = await startCatalog({ DATABASE_URL: database.url, DUMP: 'off' });
    copy = await startCatalog({ DUMP: 'off' });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([origin?.stop(), copy?.stop()]);
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(service: CatalogService, ...command: string[]) {
    const { status, stdout, stderr } = await runCatalog([...command, '--json'], { environment: service.environment });
    return { status, stderr, json: JSON.parse(stdout || 'null') };
  }

  test('a part of the catalogue of a release and records of several sources come back byte for byte', async () => {
    const [records, first, again] = ['records.ndjson', 'first.ndjson.gz', 'again.ndjson'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const lines = [...sampleRecords, { type: 'anime', source: 'own', sourceId: '1', titles: [{ title: 'Own' }] }];
    await writeFile(records, lines.map((record) => `${JSON.stringify(record)}\n`).join(''));
    for (const service of [origin, copy]) await run(service, 'sources', 'approve', 'own');
    const release = JSON.parse(await readFile(shippedFiles['bangumi-data'], 'utf8'));
    const part = join(folder, 'data.json');
    await writeFile(part, JSON.stringify({ ...release, items: release.items.slice(0, 1_000) }));
    expect(await run(origin, 'import', part, '--format', 'bangumi-data')).toMatchObject({ status: 0 });
    expect(await run(origin, 'import', records)).toMatchObject({ status: 0 });

    const exported = await run(origin, 'export', first);
    expect(exported).toMatchObject({ status: 0, json: { file: first, sources: expect.arrayContaining(['own']) } });
    const written = gunzipSync(await readFile(first)).toString();
    expect(written.trimEnd().split('\n')).toHaveLength(exported.json.anime + exported.json.episodes);
    expect(exported.json.anime).toBeGreaterThan(1_000);

    const imported = await run(copy, 'import', first);
    expect(imported).toMatchObject({ status: 0, json: { rejected: 0, proposed: 0 } });
    expect(await run(copy, 'export', again)).toMatchObject({ status: 0, json: { sources: exported.json.sources } });
    expect(await readFile(again, 'utf8')).toBe(written);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('the sources that a new catalogue does not approve are named, and a file that cannot be written', async () => {
    const { status, stderr } = await runCatalog(['export', join(folder, 'noted.ndjson')], {
      environment: origin.environment,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/approved before: own\.\n$/) });
    expect(await run(origin, 'export', join(folder, 'none', 'x'))).toMatchObject({
      ...{ status: 2, stderr: expect.stringContaining('cannot write') },
    });
  });
});

describeWith(['postgres'], 'exported records', () => {
  const services: TestService[] = [];
  beforeAll(async () => {
    services.push(await openTestService({ SAMPLE_DATA: 'off' }), await openTestService({ SAMPLE_DATA: 'off' }));
  }, 60_000);
  afterAll(async () => {
    for (const service of services) await service.end();
  });

  const graphOf = ({ schema, ports, logs: { logger } }: TestService) =>
    inProcessGraph(schema, ports, { actor: 'a test', logger });
  async function take(service: TestService, records: readonly object[]) {
    const input = { records: [...records], earlier: [], review: false, dryRun: false };
    return (await graphOf(service).run(importBatch, { input })).importCatalog;
  }
  async function exportOf(service: TestService): Promise<string> {
    const sources = await service.ports.database.client.source.findMany({ orderBy: { priority: 'asc' } });
    const names = sources.map(({ name }) => name).filter((name) => !['review', 'by-hand'].includes(name));
    let text = '';
    for await (const page of exportedPages(graphOf(service), names, { anime: 0, episodes: 0 })) text += page;
    return text;
  }
  const empty = ({ ports }: TestService) => ports.database.client.$executeRawUnsafe('TRUNCATE anime, proposal CASCADE');

  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((it) => `t${it.replace(/\p{C}/gu, '')}`);
  const key = fc.integer({ min: 1, max: 4 }).map(String);
  const anime = fc.record(
    {
      ...{ type: fc.constant('anime'), source: fc.constantFrom('mal', 'kitsu-list', 'anidb'), sourceId: key },
      titles: fc.array(fc.record({ title: text, language: fc.constantFrom(null, 'ja', 'en') }), { minLength: 1 }),
      year: fc.option(fc.integer({ min: 1900, max: 2200 })),
      genres: fc.array(text, { maxLength: 3 }),
      externalIds: fc.dictionary(fc.constantFrom('tmdb', 'site-b', 'a'), key),
      images: fc.array(fc.record({ url: fc.constant('https://example.org/a.jpg') }), { maxLength: 1 }),
      popularity: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 })),
    },
    { requiredKeys: ['type', 'source', 'sourceId', 'titles'] },
  );
  const episode = fc
    .record({ source: fc.constantFrom('mal', 'anidb'), of: key, id: key, number: fc.constantFrom(0, 1, 2.5, 10) })
    .map(({ source, of, id, number }) => ({
      ...{ type: 'episode', source, sourceId: `${of}/${id}`, anime: { source, sourceId: of }, number },
      ...{ status: 'scheduled', scheduledAt: '2030-01-01T00:00:00+09:00' },
    }));

  test('of any imports come back after an import into an empty catalogue', async () => {
    const [one, other] = services as [TestService, TestService];
    for (const { ports } of services) {
      await ports.database.client.source.create({ data: { name: 'kitsu-list', approved: true } });
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.oneof(anime, episode), { maxLength: 8 }), { maxLength: 4 }),
        async (batches) => {
          for (const service of services) await empty(service);
          for (const batch of batches) await take(one, batch);
          const exported = await exportOf(one);
          const records = exported
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line) as object);
          expect(await take(other, records)).toMatchObject({ rejected: 0, proposed: 0 });
          expect(await exportOf(other)).toBe(exported);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('wrong values are told', async () => {
    const [{ ask }] = services as [TestService];
    const ids = Array.from({ length: 101 }, () => '0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f');
    for (const [variables, name] of [
      [{ source: 'a\0' }, 'source'],
      [{ source: 'mal', after: '\ud800' }, 'after'],
      [{ ids }, 'animeIds'],
    ] as const) {
      const query =
        'ids' in variables
          ? 'query ($ids: [UUID!]!) { episodeRecords(animeIds: $ids) { record } }'
          : 'query ($source: String!, $after: String) { animeRecords(source: $source, after: $after) { record } }';
      expect(await (await ask({ query, variables })).json()).toMatchObject({
        errors: [{ message: expect.stringContaining(`${name}: must be`), extensions: { code: 'invalid_parameter' } }],
      });
    }
  });
});
