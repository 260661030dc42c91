import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { askPostgres } from '../support/askPostgres.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { until } from '../support/until.ts';

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
    // A pipe has no columns.
    expect(list.stdout).toContain(String.raw`line one\nFAKE  approved\u009b31m\u007f\u202ekcab`);
    expect(show.stdout).toContain(String.raw`line one\nFAKE  approved\u009b31m\u007f\u202ekcab`);
    for (const { stdout } of [list, show]) {
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
    const json = await runCatalog(['review', 'list', '--json'], { environment });
    expect(json.stdout.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(JSON.parse(json.stdout).items[0].title).toBe(title);
    expect(await catalog('review', 'reject', id)).toMatchObject({ json: { proposal: { id, status: 'rejected' } } });
    const rejected = (await catalog('review', 'list', '--status', 'rejected')).json.items as { id: string }[];
    expect(rejected.map((item) => item.id)).toEqual([id]);
    const reopened = (await catalog('review', 'reopen', id)).json.proposal as { id: string; status: string };
    expect(reopened).toMatchObject({ id: expect.not.stringMatching(id), status: 'pending' });
    await catalog('review', 'reject', reopened.id);
  });

  test('sources are approved, listed in the order in which they are believed, and revoked', async () => {
    for (const [command, approved] of [
      ['approve', true],
      ['revoke', false],
    ] as const) {
      expect(await catalog('sources', command, 'fans')).toMatchObject({ status: 0, json: { name: 'fans', approved } });
      const { items } = (await catalog('sources', 'list')).json as { items: { name: string; approved: boolean }[] };
      expect(items.map(({ name }) => name)).toEqual([
        'mal',
        'anilist',
        'anidb',
        'bangumi-data',
        'anime-offline-database',
        'sample',
        'fans',
      ]);
      expect(items.at(-1)).toMatchObject({ approved });
    }
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
    expect(text.stdout).toContain(`approving changes (seen ${shown})\n  − year: 2013\n  + year: 2014`);
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

  test('a title that a reviewer adds is found, and gone again when it is removed', async () => {
    await importRecord(record('mal', '31', 'Boku no Hero Academia'));
    const found = async (text: string) => {
      const answer = await fetch(`${service.publicUrl}/v1/search?q=${encodeURIComponent(text)}`);
      return ((await answer.json()) as { items?: { id: string; title: string }[] }).items ?? [];
    };
    const isFound = async () => (await found('ヒロアカ')).some(({ title }) => title === 'Boku no Hero Academia');
    await until(async () => (await found('boku no hero')).length > 0);
    const [anime] = await found('boku no hero');
    expect(await isFound()).toBe(false);
    expect(
      await catalog('review', 'add-title', anime?.id ?? '', 'ヒロアカ', '--kind', 'short', '--language', 'ja'),
    ).toMatchObject({ status: 0, json: { anime: { id: anime?.id, title: 'Boku no Hero Academia' }, events: 1 } });
    await until(isFound);
    const { items } = (await catalog('review', 'pins', anime?.id ?? '')).json as { items: object[] };
    expect(items).toMatchObject([
      { field: 'titles', value: [{ title: 'ヒロアカ', language: 'ja', kind: 'short' }], animeId: anime?.id },
    ]);
    expect(await catalog('review', 'remove-title', anime?.id ?? '', 'ヒロアカ')).toMatchObject({ json: { events: 1 } });
    await until(async () => !(await isFound()));
  });
});
