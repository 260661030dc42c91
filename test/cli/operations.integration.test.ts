import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { askPostgres } from '../support/askPostgres.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';

/** Every step starts the command anew. */
jest.setTimeout(180_000);

describeWith(['postgres'], 'operations', () => {
  let database: TestDatabase;
  let service: CatalogService;

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'empty' });
  });

  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  async function catalog(
    ...command: string[]
  ): Promise<{ status: number | null; json: Record<string, unknown>; stderr: string }> {
    const { status, stdout, stderr } = await runCatalog([...command, '--json'], { environment: service.environment });
    return { status, json: JSON.parse(stdout) as Record<string, unknown>, stderr };
  }

  async function importRecord(record: object, ...flags: string[]): Promise<Record<string, unknown>> {
    const { stdout } = await runCatalog(['import', '-', '--json', ...flags], {
      environment: service.environment,
      input: JSON.stringify(record),
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  async function propose(record: object, ...flags: string[]): Promise<string> {
    const { proposals } = (await importRecord(record, ...flags)) as { proposals: { proposalId: string }[] };
    return proposals[0]?.proposalId ?? '';
  }

  const record = (source: string, sourceId: string, title: string) => ({
    type: 'anime',
    source,
    sourceId,
    titles: [{ title }],
  });

  test('catalog migrate brings the tables up to date once', async () => {
    const environment = { DATABASE_URL: database.url };
    const first = await runCatalog(['migrate', '--json'], { environment });
    expect(first.status).toBe(0);
    expect((JSON.parse(first.stdout) as { applied: string[] }).applied.length).toBeGreaterThan(0);
    const second = await runCatalog(['migrate', '--json'], { environment });
    expect({ status: second.status, ...JSON.parse(second.stdout) }).toEqual({ status: 0, applied: [] });
    service = await startCatalog({ DATABASE_URL: database.url });
  });

  test('catalog doctor examines the running service', async () => {
    const { status, json } = await catalog('doctor');
    expect(status).toBe(0);
    expect(json.items).toContainEqual(expect.objectContaining({ name: 'migrations', status: 'ok', remedy: null }));
  });

  test('what was stored before it was refused is shown, not obeyed', async () => {
    const id = await propose(record('sample', 'stored-of-old', 'Plain'), '--review');
    const title = 'line one\nFAKE  approved\u009b31m\u007f\u202ekcab';
    const setTitle = `UPDATE proposal SET record = jsonb_set(record, '{titles,0,title}', $1::jsonb)`;
    await askPostgres(database.url, setTitle, [JSON.stringify(title)]);
    const { environment } = service;
    const list = await runCatalog(['review', 'list'], { environment });
    expect(list.stdout.trimEnd().split('\n')).toHaveLength(2);
    const show = await runCatalog(['review', 'show', id], { environment });
    // The list cuts what is longer than its column.
    expect(list.stdout).toContain(String.raw`line one\nFAKE  approved\u009b…`);
    expect(show.stdout).toContain(String.raw`line one\nFAKE  approved\u009b31m\u007f\u202ekcab`);
    for (const { stdout } of [list, show]) {
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
    const json = await runCatalog(['review', 'list', '--json'], { environment });
    expect(json.stdout.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(JSON.parse(json.stdout).items[0].title).toBe(title);
    await catalog('review', 'reject', id);
  });

  test('sources are listed in the order in which they are believed', async () => {
    const { status, json } = await catalog('sources', 'list');
    expect(status).toBe(0);
    expect((json.items as { name: string; approved: boolean }[]).map(({ name, approved }) => [name, approved])).toEqual(
      [
        ['mal', true],
        ['anilist', true],
        ['anidb', true],
        ['bangumi-data', true],
        ['anime-offline-database', true],
        ['sample', true],
      ],
    );
  });

  test('an unknown source waits until it is approved, and again once it is revoked', async () => {
    expect(await importRecord(record('fans', '1', 'First'))).toMatchObject({ proposed: 1 });
    expect(await catalog('sources', 'approve', 'fans')).toMatchObject({
      status: 0,
      json: { name: 'fans', approved: true },
    });
    expect(await importRecord(record('fans', '2', 'Second'))).toMatchObject({ created: 1 });
    expect(await catalog('sources', 'revoke', 'fans')).toMatchObject({
      status: 0,
      json: { name: 'fans', approved: false },
    });
    expect(await importRecord(record('fans', '3', 'Third'))).toMatchObject({ proposed: 1 });
  });

  test('a proposal is listed, shown, approved once, and published', async () => {
    const id = await propose(record('mal', '11', 'Approved by Ren'), '--review');
    const listed = (await catalog('review', 'list')).json.items as Record<string, unknown>[];
    expect(listed).toContainEqual(
      expect.objectContaining({
        id,
        type: 'anime',
        reason: 'review_requested',
        status: 'pending',
        title: 'Approved by Ren',
      }),
    );
    const shown = await catalog('review', 'show', id);
    expect(shown.json).toMatchObject({ id, source: 'mal', sourceId: '11', difference: expect.any(Array) });
    expect(JSON.stringify(shown.json.difference)).toContain('Approved by Ren');

    const approved = await catalog('review', 'approve', id, '--reviewer', '蓮', '--reason', 'it is right');
    expect(approved).toMatchObject({
      status: 0,
      json: { proposal: { id, status: 'approved', reviewer: '蓮' }, anime: { title: 'Approved by Ren' }, events: 1 },
    });
    const { anime } = approved.json as { anime: { id: string } };
    expect((await fetch(`${service.publicUrl}/v1/anime/${anime.id}`)).status).toBe(200);
    const again = await catalog('review', 'approve', id);
    expect(again).toMatchObject({ status: 1, json: { error: { code: 'conflict' } } });
    expect((await catalog('review', 'show', id)).json).toMatchObject({ status: 'approved', decision: 'it is right' });
  });

  test('a proposal is named by the end of its id, and approved as it was shown or not at all', async () => {
    await importRecord({ ...record('mal', '13', 'Seen'), year: 2013 });
    const id = await propose({ ...record('mal', '13', 'Seen'), year: 2014 }, '--review');
    const end = id.slice(-8);
    const { stdout } = await runCatalog(['review', 'list'], { environment: service.environment });
    expect(stdout).toMatch(new RegExp(`^Seen +review asked for +mal 13 +${end}$`, 'm'));
    const tokenOf = ({ json }: { json: Record<string, unknown> }) =>
      (json.approvals as { seen: string; difference: object[] }[])[0]?.seen ?? '';
    const shown = tokenOf(await catalog('review', 'show', end));
    const text = await runCatalog(['review', 'show', end], { environment: service.environment });
    expect(text.stdout).toContain(`approving changes (seen ${shown})\n  year: 2013 -> 2014`);
    await importRecord({ type: 'anime', source: 'mal', sourceId: '13', episodes: 12 });
    for (const options of [['--seen', shown], []]) {
      expect(await catalog('review', 'approve', end, ...options)).toMatchObject({
        ...{ status: 1, json: { error: { code: 'conflict' } } },
      });
    }
    const seen = tokenOf(await catalog('review', 'show', end));
    expect(await catalog('review', 'approve', end, '--seen', seen)).toMatchObject({ status: 0 });
    expect(await catalog('review', 'show', 'abcdef')).toMatchObject({
      status: 1,
      json: { error: { code: 'not_found' } },
    });
  });

  test('a merge is rehearsed and undone', async () => {
    const ids = [];
    for (const sourceId of ['14', '15']) {
      const proposal = await propose(record('mal', sourceId, `Merged ${sourceId}`), '--review');
      ids.push(((await catalog('review', 'approve', proposal)).json as { anime: { id: string } }).anime.id);
    }
    const [loser = '', survivor = ''] = ids;
    const merge = ['review', 'merge', loser, '--into', survivor];
    const rehearsed = await catalog(...merge, '--dry-run');
    expect(rehearsed).toMatchObject({ status: 0, json: { anime: { id: survivor }, difference: expect.any(Array) } });
    const status = async () => (await fetch(`${service.publicUrl}/v1/anime/${loser}`, { redirect: 'manual' })).status;
    expect(await status()).toBe(200);
    expect(await catalog(...merge, '--seen', rehearsed.json.seen as string)).toMatchObject({ status: 0 });
    expect(await status()).toBe(301);
    expect(await catalog('review', 'unmerge', loser)).toMatchObject({
      ...{ status: 0, json: { anime: { id: loser }, survivor: { id: survivor } } },
    });
    expect(await status()).toBe(200);
  });

  test('a rejected proposal does not wait any more', async () => {
    const id = await propose(record('mal', '12', 'Rejected'), '--review');
    expect(await catalog('review', 'reject', id)).toMatchObject({
      status: 0,
      json: { proposal: { id, status: 'rejected' } },
    });
    const listed = (await catalog('review', 'list')).json.items as { id: string }[];
    expect(listed.map((item) => item.id)).not.toContain(id);
    const rejected = (await catalog('review', 'list', '--status', 'rejected')).json.items as { id: string }[];
    expect(rejected.map((item) => item.id)).toContain(id);
  });

  test('an ambiguous proposal needs an answer; two anime become one', async () => {
    await importRecord({ ...record('mal', '21', 'One of two'), externalIds: { anilist: '21' } });
    await importRecord({ ...record('mal', '22', 'Two of two'), externalIds: { anidb: '22' } });
    const id = await propose({ ...record('bangumi-data', '2', 'Both?'), externalIds: { anilist: '21', anidb: '22' } });
    const { candidates } = (await catalog('review', 'show', id)).json as {
      candidates: { id: string; title: string }[];
    };
    expect(candidates.map(({ title }) => title).sort()).toEqual(['One of two', 'Two of two']);
    expect((await catalog('review', 'approve', id)).status).toBe(1);
    const [first, second] = candidates.map((candidate) => candidate.id) as [string, string];
    expect(await catalog('review', 'merge', second, '--into', first)).toMatchObject({
      status: 0,
      json: { anime: { id: first } },
    });
    const moved = await fetch(`${service.publicUrl}/v1/anime/${second}`, { redirect: 'manual' });
    expect({ status: moved.status, location: moved.headers.get('location') }).toEqual({
      status: 301,
      location: `/v1/anime/${first}`,
    });
  });

  test('a title that a reviewer adds is found within 2 s, and gone again when it is removed', async () => {
    await importRecord(record('mal', '31', 'Boku no Hero Academia'));
    const found = async (text: string) => {
      const answer = await fetch(`${service.publicUrl}/v1/search?q=${encodeURIComponent(text)}`);
      return ((await answer.json()) as { items?: { id: string; title: string }[] }).items ?? [];
    };
    const until = async (wanted: boolean) => {
      const began = Date.now();
      while ((await found('ヒロアカ')).some(({ title }) => title === 'Boku no Hero Academia') !== wanted) {
        if (Date.now() - began > 2000)
          throw new Error(`after 2 s search ${wanted ? 'does not find' : 'finds'} the title`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    while ((await found('boku no hero')).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const [anime] = await found('boku no hero');
    await until(false);
    expect(
      await catalog('review', 'add-title', anime?.id ?? '', 'ヒロアカ', '--kind', 'short', '--language', 'ja'),
    ).toMatchObject({ status: 0, json: { anime: { id: anime?.id, title: 'Boku no Hero Academia' }, events: 1 } });
    await until(true);
    const { items } = (await catalog('review', 'pins', anime?.id ?? '')).json as { items: object[] };
    expect(items).toMatchObject([
      { field: 'titles', value: [{ title: 'ヒロアカ', language: 'ja', kind: 'short' }], animeId: anime?.id },
    ]);
    expect(await catalog('review', 'remove-title', anime?.id ?? '', 'ヒロアカ')).toMatchObject({ json: { events: 1 } });
    await until(false);
  });

  test('a pin is lifted', async () => {
    await importRecord({ ...record('mal', '32', 'Pinned'), year: 2013 });
    const id = await propose({ ...record('mal', '32', 'Pinned'), year: 2014 }, '--review');
    const { anime } = (await catalog('review', 'approve', id)).json as { anime: { id: string } };
    await importRecord({ ...record('mal', '32', 'Pinned'), year: 2015 });
    const year = async () =>
      ((await (await fetch(`${service.publicUrl}/v1/anime/${anime.id}`)).json()) as { year: number }).year;
    expect(await year()).toBe(2014);
    expect(await catalog('review', 'unpin', anime.id, '--field', 'season')).toMatchObject({
      status: 1,
      json: { error: { code: 'invalid_parameter' } },
    });
    expect(await catalog('review', 'unpin', anime.id, '--field', 'year')).toMatchObject({
      status: 0,
      json: { pins: [], events: 1 },
    });
    expect(await year()).toBe(2015);
  });

  test('an unknown proposal is told', async () => {
    const { status, json } = await catalog('review', 'show', '0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f');
    expect({ status, code: (json.error as { code: string }).code }).toEqual({ status: 1, code: 'not_found' });
  });

  test('a wrong token is told', async () => {
    const { status, stdout } = await runCatalog(['sources', 'list', '--json'], {
      environment: { ...service.environment, INTERNAL_TOKEN: 'another-token-of-a-test' },
    });
    expect({ status, code: (JSON.parse(stdout) as { error: { code: string } }).error.code }).toEqual({
      status: 1,
      code: 'invalid_token',
    });
  });
});
