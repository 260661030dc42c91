import { describe, expect, test } from '@jest/globals';
import { problemSchema } from '../../src/rest/problem/problemDocument.ts';
import { routes } from '../../src/rest/routes.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { describedOperations } from './support/describedOperations.ts';
import { describeParameters, refusalOf } from './support/describeParameters.ts';
import { exchangeRaw } from './support/exchangeRaw.ts';
import { openSampleApi } from './support/openSampleApi.ts';

describeWith(['postgres'], 'parameters', () => {
  /** What everybody may read; test/rest/webhook tries the others. */
  const reads = routes.filter(({ access }) => access.anonymous);
  const operations = describedOperations(reads);

  const api = ofSuite(openSampleApi);

  const refusal = (target: string) => refusalOf(api, 'GET', target);

  describeParameters(reads, () => api);

  test('a name with malformed percent-encoding is an invalid request', async () => {
    expect(await refusal('/v1/anime?%zz=1')).toMatchObject({
      status: 400,
      code: 'invalid_request',
      parameter: undefined,
    });
  });

  test('empty members of a query are nothing', async () => {
    expect((await api.get('/v1/anime?&&limit=1&')).status).toBe(200);
    expect((await api.get('/v1/anime?')).status).toBe(200);
  });

  test('a plus sign that arrived as a space is told', async () => {
    for (const offset of ['09:00', '0900', '09']) {
      const problem = await refusal(`/v1/schedules?from=2024-02-29T15:00:00+${offset}`);
      expect(problem.detail).toMatch(`%2B${offset}`);
      expect((await api.get(`/v1/schedules?from=2024-02-29T15:00:00%2B${offset}`)).status).toBe(200);
    }
    expect((await refusal('/v1/schedules?from=2024-02-29+15:00')).detail).not.toMatch(/plus sign/);
  });

  test.each([
    ['genre=action,nope', 'genre', /no genre with the slug "nope"\. The list of genres \(\/v1\/genres\) has them\.$/],
    ['genre=Slice%20of%20Life', 'genre', /"Slice of Life"\. Nearest to "Slice of Life" is slice-of-life\. The list/],
    ['studio=Wit%20Studio', 'studio', /Nearest to "Wit Studio" is wit-studio\. The list of studios \(\/v1\/studios\)/],
    ['studio=%00', 'studio', /slugs from \/v1\/studios/],
    ['sort=titel.asc', 'sort', /Nearest to "titel.asc" is title\.asc\.$/],
    ['sort=-title', 'sort', /Nearest to "-title" is title\.asc\.$/],
    ['isAdult=0', 'isAdult', /got "0"\.$/],
    ['airing=true', 'airing', /got "true"\.$/],
    ['include=episodes', 'include', /got "episodes"\.$/],
    ['format=TV', 'format', /Nearest to "TV" is tv\.$/],
  ])('%s is refused with what is near, or nothing', async (query, parameter, detail) => {
    expect(await refusal(`/v1/anime?${query}`)).toMatchObject({
      code: 'invalid_parameter',
      parameter,
      detail: expect.stringMatching(detail),
    });
  });

  test.each([
    ['//v1/anime', '/v1/anime'],
    ['/v1/anime/', '/v1/anime'],
    ['/v1//genres//action/', '/v1/genres/action'],
  ])('%s has too many slashes', async (path, meant) => {
    expect(await refusal(path)).toMatchObject({
      status: 404,
      code: 'not_found',
      detail: expect.stringMatching(`It has too many slashes: ${meant} is one\\.$`),
    });
  });

  test('a required one that is missing is told', async () => {
    for (const target of ['/v1/search', '/v1/search?', '/v1/search?limit=1']) {
      expect(await refusal(target)).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
        parameter: 'q',
        detail: 'q is required.',
      });
    }
  });

  test('right values at the edges pass', async () => {
    for (const target of [
      '/v1/anime?limit=1&year=1900',
      '/v1/anime?limit=100&year=2200&season=fall&format=unknown&status=unknown&sort=updated.desc',
      '/v1/anime?genre=slice-of-life&studio=wit-studio',
      '/v1/anime?genre=action,slice-of-life,action&studio=wit-studio,studio-1&format=tv,movie&status=finished,airing',
      '/v1/anime?season=fall,winter&isAdult=true,false,unknown&startDate=0001-01-01..9999-12-31&episodes=0..2147483647',
      '/v1/anime?startDate=2013-04-07&episodes=25',
      '/v1/anime?startDate=2013-04-07..&episodes=..25&updatedSince=0001-01-01T00:00:00Z',
      '/v1/anime/premieres?format=tv,movie&status=airing,finished',
      '/v1/schedules?format=tv,tv',
      `/v1/anime/${api.animeId.toUpperCase()}`,
      `/v1/anime/%${api.animeId.charCodeAt(0).toString(16)}${api.animeId.slice(1)}`,
      '/v1/anime/premieres?from=0001-01-01&to=0001-02-01',
      '/v1/anime/premieres?from=9999-12-01&to=9999-12-31',
      '/v1/episodes/releases?from=2024-02-29T15:00:00.123456789Z&to=2024-03-01T00:00:00-23:59',
      '/v1/episodes/releases?from=2024-02-29T15:00Z&to=2024-03-02T00:00%2B09',
      '/v1/schedules?from=2024-02-29T15:00:00%2B0900&to=2024-02-29T15:00:00.5-0330',
      '/v1/schedules?from=0001-01-01T00:00:00Z&to=0001-01-08T00:00:00Z&status=delayed,scheduled',
      `/v1/search?limit=50&q=${encodeURIComponent('\u{1f600}'.repeat(200))}`,
      '/v1/search?q=%00&limit=1&year=2200&format=music&status=announced',
    ]) {
      expect({ target, status: (await api.get(target)).status }).toEqual({ target, status: 200 });
    }
  });

  // What a window may be is proved by test/rest/parameters.
  test.each(operations.filter(({ parameters }) => parameters.some((it) => it.name === 'from')))(
    '$operationId takes a window, and refuses a backward one',
    async ({ endpoint, parameters }) => {
      const isDate = parameters.find((it) => it.name === 'from')?.schema.format === 'date';
      const [early, late] = ['2024-01-01', '2024-02-01'].map((date) => (isDate ? date : `${date}T00:00:00Z`));
      expect((await api.get(`${endpoint.path}?from=${early}&to=${late}`)).status).toBe(200);
      expect(await refusal(`${endpoint.path}?from=${late}&to=${early}`)).toMatchObject({
        ...{ code: 'invalid_parameter', parameter: 'to' },
      });
    },
  );

  describe('raw requests', () => {
    const HOST = 'Host: a\r\n';
    const UNKNOWN = '11111111-1111-1111-1111-111111111111';
    const READS = '(GET, HEAD, OPTIONS)';

    /** The request `line`, with Host and these further headers. */
    const request = (line: string, headers = '', body = '') => `${line} HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
    const get = (target: string, headers = '') => request(`GET ${target}`, headers);

    /** What a connection is sent, the answers in order, and whether that was its last. */
    type Row = readonly [name: string, message: string | readonly string[], answers: string, connection?: 'closed'];

    const requestLines: readonly Row[] = [
      ['no HTTP at all', 'HELLO\r\n\r\n', '400 invalid_request', 'closed'],
      ['an unknown method', request('BREW /v1'), '400 invalid_request', 'closed'],
      ['a method in lower case', request('get /v1'), '400 invalid_request', 'closed'],
      ['HTTP/2.0', `GET /v1 HTTP/2.0\r\n${HOST}\r\n`, '200', 'closed'],
      ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 invalid_request', 'closed'],
      ['HTTP/1.0 without Host', 'GET /v1 HTTP/1.0\r\n\r\n', '200', 'closed'],
      ['HTTP/1.0 that keeps the connection', 'GET /v1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', '200'],
      ['an empty line first', `\r\n\r\n${get('/v1')}`, '200'],
      ['a space in the URL', get('/v1/search?q=a b'), '400 invalid_request', 'closed'],
      ['a control character in the URL', get('/v1/anime?genre=\x01'), '400 invalid_request', 'closed'],
      ['an oversized URL', get(`/v1?a=${'a'.repeat(20_000)}`), '431 invalid_request', 'closed'],
    ];

    const targets: readonly Row[] = [
      ...['/v2', '/v1/manga', '/v1/reference/..%2fpackage.json'].map(
        (path): Row => [`the unknown path ${path}`, get(path), '404 not_found'],
      ),
      ['an absolute target', get('http://catalog.example/v1'), '200'],
      ['an absolute target with a query', get('https://catalog.example/v1/genres?limit=0'), '400 invalid_parameter'],
      ['the server as a whole', request('OPTIONS *'), `204 ${READS}`],
      ['the server as a whole by another method', get('*'), '404 not_found'],
      ['a fragment', get('/v1#x'), '404 not_found'],
      ['another case', get('/v1/Genres'), '404 not_found'],
      ['dots', get('/v1/./genres'), '404 not_found'],
      ['two dots', get('/v1/x/../genres'), '404 not_found'],
      ['a backslash', get('/v1\\genres'), '404 not_found'],
      ['an encoded letter', get('/v1/genre%73'), '404 not_found'],
      ['an encoded slash', get('/v1%2Fgenres'), '404 not_found'],
      ['a parameter of a path', get('/v1/genres;a=b'), '404 not_found'],
      ['an unknown id, encoded', get(`/v1/anime/%31${UNKNOWN.slice(1)}`), '404 not_found'],
      ['a literal path before a template', get('/v1/anime/premieres'), '200'],
      ['a literal path in another case, which is an id', get('/v1/anime/Premieres'), '400 invalid_parameter'],
      [
        'a literal segment before another, which is an id',
        get('/v1/anime/premieres/episodes'),
        '400 invalid_parameter',
      ],
      ['an encoded slash as an id', get('/v1/anime/%2F'), '400 invalid_parameter'],
      ['an id that is a word of Object', get('/v1/anime/__proto__'), '400 invalid_parameter'],
      ['broken encoding where there is no route', get('/v1/x%zz'), '404 not_found'],
      [
        'broken encoding of an id, by a method that is not there',
        request('DELETE /v1/anime/%zz'),
        `405 method_not_allowed ${READS}`,
      ],
      ['broken encoding of an id, asked for its methods', request('OPTIONS /v1/anime/%zz'), `204 ${READS}`],
      [
        'broken encoding of a credential\u2019s path',
        get('/v1/developer/applications/%zz/webhooks', 'Authorization: Bearer junk\r\n'),
        '401 invalid_credentials',
      ],
    ];

    const hosts: readonly Row[] = [
      ['no Host', 'GET /v1 HTTP/1.1\r\n\r\n', '400 invalid_request'],
      ['an empty Host', 'GET /v1 HTTP/1.1\r\nHost:\r\n\r\n', '200'],
      ['two Hosts', get('/v1', 'host: b\r\n'), '400 invalid_request'],
      ['a Host with a space', 'GET /v1 HTTP/1.1\r\nHost: a b\r\n\r\n', '400 invalid_request'],
      ['a Host with a path', 'GET /v1 HTTP/1.1\r\nHost: a/b\r\n\r\n', '400 invalid_request'],
      ['a Host with a user', 'GET /v1 HTTP/1.1\r\nHost: u@a\r\n\r\n', '400 invalid_request'],
      ['a Host with a port', 'GET /v1 HTTP/1.1\r\nHost: catalog.example:3000\r\n\r\n', '200'],
      ['an IPv6 address', 'GET /v1 HTTP/1.1\r\nHost: [::1]:3000\r\n\r\n', '200'],
      ['no Host, where there is no route either', 'GET /v2 HTTP/1.1\r\n\r\n', '400 invalid_request'],
    ];

    const headers: readonly Row[] = [
      ['a header without a colon', get('/v1', 'b@d\r\n'), '400 invalid_request', 'closed'],
      ['a space before the colon', get('/v1', 'A : b\r\n'), '400 invalid_request', 'closed'],
      ['a folded header', get('/v1', 'A: b\r\n c\r\n'), '400 invalid_request', 'closed'],
      ['NUL in a header', get('/v1', 'A: b\0c\r\n'), '400 invalid_request', 'closed'],
      ['an oversized header', get('/v1', `X: ${'a'.repeat(20_000)}\r\n`), '431 invalid_request', 'closed'],
      ['a very oversized header', get('/v1', `X: ${'a'.repeat(2_000_000)}\r\n`), '431 invalid_request', 'closed'],
      [
        'a credential behind thousands of headers',
        get('/v1', `${'a:b\r\n'.repeat(2_500)}Authorization: Bearer junk\r\n`),
        '401 invalid_credentials',
      ],
      [
        'two credentials',
        get('/v1', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'),
        '401 invalid_credentials',
      ],
      ['another Accept', get('/v1', 'Accept: text/plain\r\n'), '200'],
      ['an empty credential', get('/v1', 'Authorization:\r\n'), '401 invalid_credentials'],
      ['an unknown expectation', get('/v1', 'Expect: tea\r\n'), '200', 'closed'],
      [
        'leave asked for a body that nobody reads',
        get('/v1', 'Expect: 100-continue\r\nContent-Length: 9\r\n'),
        '200',
        'closed',
      ],
      ['an upgrade to WebSocket', get('/v1', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), '200'],
      [
        'an upgrade to HTTP/2',
        get('/v1', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n'),
        '200',
      ],
    ];

    const bodies: readonly Row[] = [
      ['a small body', request('GET /v1', 'Content-Length: 9\r\n', '123456789'), '200'],
      [
        'a small body of a method that is not there',
        request('POST /v1/anime', 'Content-Length: 9\r\n', '123456789'),
        `405 method_not_allowed ${READS}`,
      ],
      ['a large body', request('GET /v1', 'Content-Length: 200000000\r\n'), '200', 'closed'],
      [
        'a chunked body',
        request('GET /v1', 'Transfer-Encoding: chunked\r\n', '3\r\nabc\r\n0\r\n\r\n'),
        '200',
        'closed',
      ],
      [
        'a chunk of no size',
        request('GET /v1', 'Transfer-Encoding: chunked\r\n', 'zz\r\nabc\r\n0\r\n\r\n'),
        '400 invalid_request',
        'closed',
      ],
      [
        'another coding than chunks',
        request('GET /v1', 'Transfer-Encoding: gzip\r\n'),
        '400 invalid_request',
        'closed',
      ],
      [
        'a length and chunks',
        request('GET /v1', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
        '400 invalid_request',
        'closed',
      ],
      [
        'two lengths',
        request('GET /v1', 'Content-Length: 3\r\nContent-Length: 4\r\n', 'abcd'),
        '400 invalid_request',
        'closed',
      ],
      ['a length that is none', request('GET /v1', 'Content-Length: -1\r\n'), '400 invalid_request', 'closed'],
    ];

    const methods: readonly Row[] = [
      ['HEAD', request('HEAD /v1'), '200'],
      ['HEAD of nothing', request('HEAD /v1/nothing'), '404'],
      [
        'HEAD where nothing is read',
        request(`HEAD /v1/developer/applications/${UNKNOWN}/webhooks/${UNKNOWN}/enable`),
        '405 (POST, OPTIONS)',
      ],
      ['OPTIONS', request('OPTIONS /v1/genres'), `204 ${READS}`],
      [
        'OPTIONS of several methods',
        request(`OPTIONS /v1/developer/applications/${UNKNOWN}/webhooks`),
        '204 (POST, GET, HEAD, OPTIONS)',
      ],
      ['OPTIONS of nothing', request('OPTIONS /v1/nothing'), '404 not_found'],
      [
        'OPTIONS with a credential that is not valid',
        request('OPTIONS /v1/genres', 'Authorization: Bearer junk\r\n'),
        '401 invalid_credentials',
      ],
      [
        'a preflight of nothing, after which a page can read that it is 404',
        request('OPTIONS /v1/nothing', 'Origin: https://b.example\r\nAccess-Control-Request-Method: GET\r\n'),
        '204',
      ],
      ['DELETE of a page', request('DELETE /v1/openapi.json'), `405 method_not_allowed ${READS}`],
      ['POST of nothing', request('POST /v1/nothing'), '404 not_found'],
      [
        'CONNECT',
        'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n',
        `405 method_not_allowed ${READS}`,
        'closed',
      ],
    ];

    const sequences: readonly Row[] = [
      ['two requests at once', get('/v1') + get('/v1/nothing'), '200, 404 not_found'],
      [
        'a slow request before quick ones',
        get('/v1/anime?limit=100') + get('/v1/nothing') + request('OPTIONS /v1'),
        `200, 404 not_found, 204 ${READS}`,
      ],
      ['a request behind the last', get('/v1', 'Connection: close\r\n') + get('/v1/nothing'), '200', 'closed'],
      ['a request in pieces', ['GET /v1/no', 'thing HTTP/1.1\r\nHo', 'st: a\r\n\r', '\n'], '404 not_found'],
      ['no HTTP behind a request', [get('/v1'), 'HELLO\r\n\r\n'], '200, 400 invalid_request', 'closed'],
      ['UTF-8 as people type it', get('/v1/anime?year=２０１３'), '400 invalid_parameter', 'closed'],
      ['UTF-8 in a path', get('/v1/é'), '404 not_found', 'closed'],
      ['UTF-8 in another method', request('POST /v1/é'), '400 invalid_request', 'closed'],
      [
        'UTF-8 in pieces',
        ['GET /v1/anime?ye', 'ar=２０１３ HTTP/1.1\r\nHost: a\r\n\r\n'],
        '400 invalid_request',
        'closed',
      ],
    ];

    describe.each(Object.entries({ requestLines, targets, hosts, headers, bodies, methods, sequences }))(
      '%s',
      (_part, rows) => {
        test.each(rows)('%s', async (...[, message, answers, connection]: Row) => {
          const found = await exchangeRaw(api.port, message, answers.split(/, (?=\d)/).length);
          expect([found.answers.map(({ summary }) => summary).join(', '), found.connection]).toEqual([
            answers,
            connection ?? 'kept',
          ]);
          for (const { head, body } of found.answers) {
            const requestId = /^x-request-id: (\S+)$/im.exec(head)?.[1];
            expect(requestId).toBeDefined();
            if (Number(head.slice(0, 3)) < 400) continue;
            expect(head).toMatch(/^content-type: application\/problem\+json$/im);
            if (body !== '') expect(problemSchema.strict().parse(JSON.parse(body)).requestId).toBe(requestId);
          }
        });
      },
    );

    test('the value of a parameter in UTF-8 is told as it was typed', async () => {
      const { answers } = await exchangeRaw(api.port, get('/v1/anime?year=２０１３'), 1);
      expect(answers[0]?.body).toContain('got \\"２０１３\\"');
    });
  });
});
