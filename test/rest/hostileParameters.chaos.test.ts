import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Endpoint } from '../../src/rest/endpoint/endpoint.ts';
import { routes } from '../../src/rest/routes.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { type ParameterApi, refusalOf } from './support/describeParameters.ts';
import { openSampleApi } from './support/openSampleApi.ts';
import { type OwnWebhook, openOwnersApi } from './webhook/openOwnersApi.ts';

/** Of each parameter of each operation. The long form: HOSTILE_REQUESTS=300. */
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 60);

const instants = ['2024-02-29T15:00:00Z', '0001-01-01T00:00+00:00', '9999-12-31T23:59:59.999Z'];

/** Parameters with several values, ranges or instants, and values that they take. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  ids: ['0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f', '00000000-0000-0000-0000-000000000000'],
  externalId: ['mal:1', 'anilist:16498', 'tmdb:tv/34860', 'kitsu:7'],
  updatedSince: instants,
  season: ['spring', 'fall'],
  format: ['tv', 'movie', 'unknown'],
  status: ['airing', 'finished'],
  genre: ['action', 'slice-of-life', 'drama'],
  studio: ['wit-studio', 'studio-1'],
  isAdult: ['true', 'false', 'unknown'],
  airing: ['monday', 'sunday'],
  startDate: ['2013-04-07', '2013-01-01..2013-12-31', '..2024-02-29', '0001-01-01..'],
  episodes: ['25', '1..26', '0..', '..2147483647'],
  facets: ['season', 'genre', 'studio'],
  fields: ['id', 'title', 'alternativeTitles.kind', 'revision'],
  include: ['nextEpisode', 'lastReleased', 'anime'],
  kinds: ['anime.created', 'episode.released'],
};

/** Of owners' operations: the method, what follows the webhook's path, the parameter and values that it takes. */
const OWNERS: readonly (readonly [method: string, below: string, name: string, values: readonly string[]])[] = [
  ['GET', '/deliveries', 'status', ['pending', 'failed']],
  ['GET', '/deliveries', 'kind', ['ping', 'episode.released']],
  ['GET', '/deliveries', 'event', ['0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f', '00000000-0000-0000-0000-000000000000']],
  ['GET', '/deliveries', 'since', instants],
  ['POST', '/deliveries/retry', 'since', instants],
  ['POST', '/test', 'kind', ['anime.created', 'episode.released']],
];

const cases = routes.flatMap((endpoint) =>
  endpoint.access.anonymous && endpoint.method === 'GET'
    ? Object.keys(endpoint.queryParameters.shape)
        .filter((name) => name in PARAMETERS)
        .map((name) => [endpoint.operationId, name, endpoint] as const)
    : [],
);

const odd = fc.constantFrom(
  ...[
    '',
    ',',
    ',,',
    '..',
    '...',
    '-',
    '--',
    '\0',
    '\u007f',
    '\u0085',
    '\ud800',
    '\udfff',
    '\u202e',
    '\ufeff',
    '😀',
    '%',
    '%00',
  ],
  ...['null', 'NaN', '-0', '1e308', '99999999999999999999', '0x1', '١', '１', '__proto__', 'constructor', '[]', '{}'],
  ..."' OR 1=1 --|'; DROP TABLE anime; --|$1|<script>|\\|/../../|mal:|:1|mal::1|mal:\0".split('|'),
  ...['2013-02-30', '2013-04-07..2013-04-06', '26..1', '1..2..3', 'infinity', 'now', '24:00', 'TRUE', 'Action'],
);

/** What attackers, fuzzers and broken clients send: right values mangled, joined and repeated, and noise. */
function hostile(values: readonly string[]): fc.Arbitrary<string> {
  const part = fc.oneof(fc.constantFrom(...values), odd, fc.string({ unit: 'binary', maxLength: 20 }));
  const joined = fc
    .tuple(fc.array(part, { maxLength: 6 }), fc.constantFrom(',', '', '..', ':', ' ', '&'))
    .map(([parts, by]) => parts.join(by));
  const mangled = fc
    .tuple(fc.constantFrom(...values), fc.nat(), odd)
    .map(
      ([value, at, put]) => value.slice(0, at % (value.length + 1)) + put + value.slice((at % (value.length + 1)) + 1),
    );
  const many = fc
    .tuple(part, fc.integer({ min: 90, max: 400 }))
    .map(([value, times]) => Array(times).fill(value).join());
  const long = fc
    .tuple(part, fc.constantFrom(1_000, 100_000))
    .map(([value, times]) => value.repeat(times).slice(0, times));
  return fc.oneof({ weight: 6, arbitrary: joined }, { weight: 6, arbitrary: mangled }, many, {
    weight: 1,
    arbitrary: long,
  });
}

/** Percent-encoded; lone surrogates as the bytes that a careless client makes of them. */
function encoded(text: string): string {
  return [...text]
    .map((character) => {
      const point = character.codePointAt(0) ?? 0;
      if (point < 0xd800 || point > 0xdfff) return encodeURIComponent(character);
      return `%ED%${(0x80 | ((point >> 6) & 0x3f)).toString(16)}%${(0x80 | (point & 0x3f)).toString(16)}`;
    })
    .join('');
}

interface Attacked {
  readonly name: string;
  readonly values: readonly string[];
  readonly method?: string;
  /** All before the value. */
  readonly target: string;
  /** A right value is answered: a status, and a body to check. */
  readonly accept: (status: number, body: unknown) => boolean;
}

/** Sends hostile values of a parameter: each is accepted, or refused by its name with what would be right. */
async function attack(api: ParameterApi, { name, values, method = 'GET', target, accept }: Attacked): Promise<void> {
  const counts = { answered: 0, refused: 0, tooLong: 0 };
  const property = fc.asyncProperty(hostile(values), async (value) => {
    const whole = `${target}&${name}=${encoded(value)}`.replace('&', '?');
    const answer = await api.send(whole, { method });
    if (accept(answer.status, answer.status < 300 ? answer.json() : null)) {
      counts.answered += 1;
      return;
    }
    const problem = await refusalOf(api, method, whole);
    if (problem.status === 431) {
      counts.tooLong += 1;
      return;
    }
    counts.refused += 1;
    expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', parameter: name });
    expect(problem.detail).toMatch(new RegExp(`^${name}:? .{10}`, 's'));
    expect(problem.detail.length).toBeLessThan(1_000);
  });
  await fc.assert(property, { numRuns: REQUESTS });
  expect(counts.refused).toBeGreaterThan(REQUESTS / 4);
  if (process.env.HOSTILE_REQUESTS !== undefined) process.stdout.write(`${name} ${JSON.stringify(counts)}\n`);
}

describeWith(['postgres'], 'hostile values', () => {
  const api = ofSuite(openSampleApi);

  const required = (endpoint: Endpoint) =>
    ['SearchAnime', 'SuggestAnime'].includes(endpoint.operationId) ? '&q=anime' : '';

  test.each(cases)(
    '%s %s: each is answered by the schema, or refused by name',
    (_operation, name, endpoint) =>
      attack(api, {
        ...{ name, values: PARAMETERS[name] ?? [], target: `${api.pathOf(endpoint)}${required(endpoint)}` },
        accept(status, body) {
          // A selection lacks what the schema requires; test/rest/fields compares it with the whole.
          if (status === 200 && name !== 'fields') endpoint.response.schema?.parse(body);
          return status === 200;
        },
      }),
    600_000,
  );
});

describeWith(['postgres'], "hostile values of owners' parameters", () => {
  const owners = ofSuite(openOwnersApi);
  let webhook: OwnWebhook;

  beforeAll(async () => {
    webhook = await owners.subscribe('localhost:1');
  }, 60_000);

  test.each(OWNERS)(
    '%s %s %s: each is answered or refused by name',
    (method, below, name, values) => {
      const send: ParameterApi['send'] = (target, request) => owners.send(request.method ?? 'GET', target);
      const api = { send, pathOf: () => webhook.path };
      const accepted = method === 'GET' ? [200] : [202, 409];
      const accept = (status: number) => accepted.includes(status);
      return attack(api, { method, name, values, target: `${webhook.path}${below}`, accept });
    },
    600_000,
  );
});
