import { createHash } from 'node:crypto';
import { createConnection } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { DUMP_CHUNK_BYTES } from '../../../src/graph/model/limits.ts';
import { dumpSchema } from '../../../src/rest/dump/dumpResource.ts';
import { problemSchema } from '../../../src/rest/problem/problemDocument.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openRestApi } from '../support/openRestApi.ts';
import { openSampleApi } from '../support/openSampleApi.ts';
import { sampleNow } from '../support/sampleRecords.ts';

describeWith(['postgres'], 'the dump over REST', () => {
  const api = ofSuite(openSampleApi);
  let target: string;
  let whole: Buffer;

  beforeAll(async () => {
    target = `/v1/dump/${sampleNow.toISOString().slice(0, 10)}.ndjson.gz`;
    whole = (await api.get(target)).body;
  }, 60_000);

  test('/v1/dump leads to the newest, and tells of it', async () => {
    const answer = await api.get('/v1/dump');
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(target);
    const told = dumpSchema.strict().parse(answer.json());
    expect(told).toMatchObject({ location: target, madeAt: sampleNow.toISOString(), size: whole.length });
    expect(told.sha256).toBe(createHash('sha256').update(whole).digest('base64url'));
    expect((await api.get('/v1/dump', { 'if-none-match': answer.headers.etag ?? '' })).status).toBe(304);
  });

  test('the file holds what the lists show, in lines', async () => {
    const answer = await api.get(target, { 'accept-encoding': 'gzip, br' });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(whole.length),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    const [head, ...records] = gunzipSync(answer.body)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const anime = records.filter(({ type }) => type === 'anime');
    const { page, items } = (await api.get('/v1/anime?limit=100')).json<{
      page: { nextCursor: null };
      items: { id: string }[];
    }>();
    expect(page.nextCursor).toBeNull();
    expect(anime.map(({ sourceId }) => sourceId)).toEqual(items.map(({ id }) => id));
    expect(head).toMatchObject({ type: 'dump', version: 1, anime: items.length });
    const { page: log } = (await api.get('/v1/events?limit=0')).json<{ page: { position: number } }>();
    expect(head.position).toBe(log.position);
  });

  test.each(['bytes=0-9', 'bytes=999999999-'])('HEAD tells of all of it, whatever the range: %s', async (range) => {
    const answer = await api.send(target, { method: 'HEAD', headers: { range } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-length': String(whole.length), 'accept-ranges': 'bytes' });
    expect(answer.body).toHaveLength(0);
  });

  test('parts join to the whole', async () => {
    const middle = Math.floor(whole.length / 2);
    const begin = await api.get(target, { range: `bytes=0-${middle - 1}` });
    expect(begin.status).toBe(206);
    expect(begin.headers['content-range']).toBe(`bytes 0-${middle - 1}/${whole.length}`);
    const rest = await api.get(target, { range: `bytes=${middle}-`, 'if-range': begin.headers.etag ?? '' });
    expect(rest.status).toBe(206);
    expect(Buffer.concat([begin.body, rest.body])).toEqual(whole);
    expect((await api.get(target, { range: 'bytes=-7' })).body).toEqual(whole.subarray(-7));
  });

  // What a range may be is tried in byteRange.test.ts.
  test.each([
    ['no range', { range: 'lines=1-2' }],
    ['If-Range with another entity tag', { 'if-range': '"other"' }],
    ['If-Range with a date', { 'if-range': 'Mon, 23 Nov 2026 00:00:00 GMT' }],
  ])('%s is all of it', async (_name, headers) => {
    const answer = await api.get(target, { range: 'bytes=0-9', ...headers });
    expect([answer.status, answer.body.length]).toEqual([200, whole.length]);
  });

  test.each([
    ['"other"', 412],
    ['W/"other"', 412],
    ['*', 206],
  ])('a part under If-Match: %s is %i', async (ifMatch, status) => {
    const answer = await api.get(target, { range: 'bytes=0-9', 'if-match': ifMatch });
    expect(answer.status).toBe(status);
    if (status === 412) expect(answer.json()).toMatchObject({ code: 'precondition_failed' });
  });

  test('a part under If-Match with the tag of the file is a part', async () => {
    const { etag = '' } = (await api.get(target)).headers;
    expect((await api.get(target, { range: 'bytes=0-9', 'if-match': `"other", ${etag}` })).status).toBe(206);
    expect((await api.get(target, { range: 'bytes=0-9', 'if-match': `W/${etag}` })).status).toBe(412);
  });

  test('a range beyond the end is 416, with the length', async () => {
    const answer = await api.get(target, { range: `bytes=${whole.length}-` });
    expect(answer.status).toBe(416);
    expect(answer.headers['content-range']).toBe(`bytes */${whole.length}`);
    expect(answer.headers.etag).toBeUndefined();
    expect(problemSchema.strict().parse(answer.json())).toMatchObject({ code: 'range_not_satisfiable' });
  });

  test('a known tag is 304 before any range', async () => {
    const { headers } = await api.get(target);
    const answer = await api.get(target, { 'if-none-match': headers.etag ?? '', range: 'bytes=999999999-' });
    expect([answer.status, answer.body.length]).toEqual([304, 0]);
  });

  test('a day without one is 404, and a name that is no day 400', async () => {
    expect((await api.get('/v1/dump/2001-02-03.ndjson.gz')).json()).toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining('GET /v1/dump'),
    });
    for (const name of ['latest', '2026-02-30', '%00', 'x'.repeat(5000)]) {
      const answer = await api.get(`/v1/dump/${name}.ndjson.gz`);
      expect([name.slice(0, 10), answer.status]).toEqual([name.slice(0, 10), 400]);
      expect(answer.json()).toMatchObject({ code: 'invalid_parameter', parameter: 'date' });
    }
    for (const path of ['/v1/dump/', '/v1/dump/2026-11-23', '/v1/dump/2026-11-23.ndjson']) {
      expect([path, (await api.get(path)).status]).toEqual([path, 404]);
    }
  });

  test('a dump of several chunks comes whole, in parts over their borders, and breaks off where it is removed', async () => {
    const { client } = api.catalog.database;
    const date = new Date('2026-01-02');
    const facts = {
      madeAt: date,
      position: 1n,
      anime: 1,
      episodes: 0,
      size: DUMP_CHUNK_BYTES * 40 + 5,
      digest: 'd'.repeat(43),
    };
    await client.dump.create({ data: { date, ...facts } });
    const chunk = (number: number, length: number) => ({ date, number, bytes: new Uint8Array(length).fill(number) });
    const chunks = Array.from({ length: 40 }, (_, number) => chunk(number, DUMP_CHUNK_BYTES));
    for (const data of [...chunks, chunk(40, 5)]) await client.dumpChunk.create({ data });
    const path = '/v1/dump/2026-01-02.ndjson.gz';
    const { body } = await api.get(path);
    expect(body).toHaveLength(facts.size);
    const across = await api.get(path, { range: `bytes=${DUMP_CHUNK_BYTES - 2}-${DUMP_CHUNK_BYTES * 2}` });
    expect(across.body).toEqual(body.subarray(DUMP_CHUNK_BYTES - 2, DUMP_CHUNK_BYTES * 2 + 1));

    const socket = createConnection(api.port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    await client.dump.delete({ where: { date } });
    let received = 0;
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    await new Promise((resolve) => socket.resume().once('close', resolve));
    expect(received).toBeLessThan(facts.size);
  });

  test('until there is one, 404 says when', async () => {
    const empty = await openRestApi();
    try {
      const answer = await empty.get('/v1/dump');
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not_found', detail: expect.stringContaining('first') });
    } finally {
      await empty.close();
    }
  });
});
