import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { runInTerminal, type TerminalRun } from '../support/runInTerminal.ts';

/** A first start imports 8,483 records. */
jest.setTimeout(240_000);

const LOG_LINE = /^\d\d:\d\d:\d\d (debug|info {1}|warn {1}|error|fatal) \S/;

describeWith(['terminal'], 'the first screen', () => {
  let folder: string;
  let run: TerminalRun | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-first-screen-'));
  });
  afterEach(async () => {
    run?.close();
    run = undefined;
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  });

  async function start(columns: number, variables: Readonly<Record<string, string>>) {
    const [port, internalPort] = [await freePort(), await freePort()];
    const environment = { DATA_DIR: folder, HOST: '127.0.0.1', PORT: `${port}`, INTERNAL_PORT: `${internalPort}` };
    run = runInTerminal(['serve'], columns, { ...environment, ...variables });
    return { run, publicUrl: `http://127.0.0.1:${port}`, internalUrl: `http://127.0.0.1:${internalPort}` };
  }

  test.each([
    [80, 'on'],
    [120, 'catalogue'],
    [80, 'off'],
  ])('at %p columns, SAMPLE_DATA=%s, holds every line whole and no request', async (columns, sample) => {
    const { run, publicUrl, internalUrl } = await start(columns, { SAMPLE_DATA: sample });
    // What the terminal echoes of Ctrl-C stands where the cursor is.
    await run.shows('info  listening', 200_000);
    await run.shows(sample === 'off' ? 'Internal listener at' : 'and open', 200_000);
    expect((await fetch(`${publicUrl}/v1/anime?limit=1`)).status).toBe(200);
    expect(await run.interrupt()).toBe(0);

    const notes = run.lines().filter((line) => !LOG_LINE.test(line));
    const [id] = /(?<=\/v1\/anime\/)[\da-f-]{36}/.exec(notes.join('\n')) ?? [];
    const season = [
      'A fictional season ("Sample: …") is in it, so that releases, schedules and premieres answer something;',
      'with SAMPLE_DATA=catalogue a first start leaves it out.',
    ];
    const addresses = [
      `Serving ${publicUrl}/v1 (reference: ${publicUrl}/v1/reference)`,
      `Internal listener at ${internalUrl}`,
    ];
    const filled = [
      'The database is empty: importing the catalogue of bangumi-data (CC BY 4.0). SAMPLE_DATA=off leaves it out.',
      'The catalogue is ready: 8,461 anime.',
      '22 records that may mean an anime already there wait: bin/catalog review list',
      ...(sample === 'on' ? season : []),
      'bangumi-data has no pictures, genres, studios and episodes. Pictures, genres and studios come from',
      'https://github.com/manami-project/anime-offline-database (ODbL 1.0), once its file is here:',
      '  bin/catalog import anime-offline-database.jsonl.zst --format anime-offline-database',
      'Try:',
      `  curl '${publicUrl}/v1/anime?year=2013&season=spring&format=tv'`,
      `  curl '${publicUrl}/v1/anime/${id}'`,
      `  curl '${publicUrl}/v1/${sample === 'on' ? 'episodes/releases' : 'anime?sort=updated.desc&limit=3'}'`,
      `and open ${publicUrl}/ in a browser`,
    ];
    const end = ['^C', 'Stopping: what has begun may finish; once more ends at once.'];
    expect(notes.toSorted()).toEqual([...addresses, ...(sample === 'off' ? [] : filled), ...end].toSorted());
    const logged = run.lines().filter((line) => LOG_LINE.test(line));
    expect(logged.join('\n')).toMatch(/info {2}listening/);
    expect(logged.join('\n')).not.toMatch(/request/);
  });

  test('shows requests at LOG_LEVEL=debug, and JSON with LOG_FORMAT=json', async () => {
    const debug = await start(100, { SAMPLE_DATA: 'off', SEARCH: 'off', LOG_LEVEL: 'debug' });
    await debug.run.shows('Internal listener at', 60_000);
    await fetch(`${debug.publicUrl}/v1/genres`);
    await debug.run.shows('route=/v1/genres', 10_000);
    await debug.run.interrupt();
    expect(debug.run.lines().join('\n')).toMatch(/^\d\d:\d\d:\d\d debug request .*route=\/v1\/genres.* status=200/m);

    const json = await start(100, { SAMPLE_DATA: 'off', SEARCH: 'off', LOG_FORMAT: 'json' });
    await json.run.shows('"listening"', 60_000);
    await json.run.interrupt();
    const listening = json.run.lines().find((line) => line.includes('"listening"'));
    expect(JSON.parse(listening ?? '')).toMatchObject({ level: 'info', msg: 'listening' });
  });
});
