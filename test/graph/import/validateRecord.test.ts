import { describe, expect, test } from '@jest/globals';
import { validateRecord } from '../../../src/graph/import/validateRecord.ts';

const anime = { type: 'anime', source: 'mal', sourceId: '1', titles: [{ title: 'Trigun' }] };
const slot = { weekday: 'monday', time: '01:30', timezone: 'Asia/Tokyo' };
const key = { source: 'mal', sourceId: '2' };
const episode = { type: 'episode', source: 'mal', sourceId: '1/1', anime: { source: 'mal', sourceId: '1' }, number: 1 };

describe('a good record', () => {
  test('keeps what it says and nothing it does not', () => {
    expect(validateRecord({ ...anime, year: null })).toEqual({
      ok: true,
      record: { ...anime, year: null },
      ignoredMembers: 0,
    });
  });

  test('has its unknown members ignored and counted', () => {
    expect(validateRecord({ ...anime, foo: 1, bar: 2 })).toEqual({ ok: true, record: anime, ignoredMembers: 2 });
  });

  test('has its times in UTC with milliseconds', () => {
    expect(validateRecord({ ...episode, scheduledAt: '2013-04-07T01:58:00+09:00' })).toMatchObject({
      record: { scheduledAt: '2013-04-06T16:58:00.000Z' },
    });
  });

  test('has the ids that identify as their sites write them', () => {
    expect(validateRecord({ ...anime, externalIds: { mal: '01', kitsu: '0', tmdb: '007' } })).toMatchObject({
      record: { externalIds: { mal: '1', kitsu: '0', tmdb: '007' } },
    });
    const padded = { source: 'mal', sourceId: '002' };
    expect(validateRecord({ ...anime, ...padded, relations: [{ type: 'sequel', anime: padded }] })).toMatchObject({
      record: { ...key, relations: [{ anime: key }] },
    });
    expect(validateRecord({ ...episode, sourceId: '002', anime: padded })).toMatchObject({
      record: { sourceId: '002', anime: key },
    });
  });

  test.each(['UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+9'])('may name the zone %s', (timezone) => {
    expect(validateRecord({ ...anime, broadcast: { ...slot, timezone } }).ok).toBe(true);
  });

  test('may have several lines in its synopsis, and marks of direction in its titles', () => {
    const titles = [{ title: 'הפלאפל הרוקד\u200f 2' }];
    expect(validateRecord({ ...anime, titles, synopsis: 'One.\r\n\tTwo.\n' }).ok).toBe(true);
  });

  test('has its further titles brought to one line, counted', () => {
    const titles = [{ title: '新世紀' }, { title: '\u0090新世紀', language: 'ja' }, { title: 'line one\nFAKE\u202e' }];
    expect(validateRecord({ ...anime, titles, unheardOf: 1 })).toMatchObject({
      ok: true,
      ignoredMembers: 3,
      record: { titles: [{ title: '新世紀' }, { title: '新世紀', language: 'ja' }, { title: 'line one FAKE' }] },
    });
    expect(validateRecord({ ...anime, titles: [...titles, { title: '\u0090' }] })).toMatchObject({
      rejection: { pointer: '/titles/3/title', reason: expect.stringContaining('blank') },
    });
  });

  test.each([0, 6.5, 12.25, 0.1, 89999.99])('may be number %p', (number) => {
    expect(validateRecord({ ...episode, number }).ok).toBe(true);
  });
});

describe('a broken record names what is wrong, where, and what would be right', () => {
  test.each<[unknown, string | null, RegExp]>([
    [null, null, /must be a JSON object/],
    [[], null, /must be a JSON object/],
    ['anime', null, /must be a JSON object/],
    [{ type: 'manga' }, '/type', /"anime" or "episode"/],
    [{ type: 'anime', source: 'mal' }, '/sourceId', /missing/],
    [{ ...anime, source: 'MAL' }, '/source', /lower-case/],
    [{ ...anime, source: 'review' }, '/source', /is reserved: "review" holds what reviewers decided/],
    [{ ...anime, source: 'by-hand' }, '/source', /is reserved: "by-hand" holds what was made by hand/],
    [{ ...anime, sourceId: 16498 }, '/sourceId', /must be string, not number/],
    [{ ...anime, titles: null }, '/titles', /must be array, not null/],
    [{ ...anime, broadcast: 'monday' }, '/broadcast', /must be \{weekday, time, timezone\} or null/],
    [{ ...anime, broadcast: { ...slot, weekday: 'Monday' } }, '/broadcast/weekday', /one of monday, tuesday/],
    [{ ...anime, broadcast: { ...slot, time: '24:30' } }, '/broadcast/time', /from 00:00 to 23:59/],
    [{ ...anime, broadcast: { ...slot, time: undefined } }, '/broadcast/time', /must be a time or null/],
    [{ ...anime, broadcast: { ...slot, timezone: '+09:00' } }, '/broadcast/timezone', /such as Asia\/Tokyo/],
    [{ ...anime, broadcast: { ...slot, timezone: 'Asia/Nowhere' } }, '/broadcast/timezone', /such as Asia\/Tokyo/],
    [{ ...anime, broadcast: { ...slot, timezone: 'CST' } }, '/broadcast/timezone', /no abbreviation such as JST/],
    [{ ...anime, broadcast: { ...slot, timezone: 'GB' } }, '/broadcast/timezone', /such as Asia\/Tokyo/],
    [{ ...anime, source: 'names', year: 2013 }, '/year', /names states the titles and externalIds of anime alone/],
    [{ ...episode, source: 'names' }, '/type', /names states the titles and externalIds of anime alone/],
    [{ ...anime, officialSite: 'ftp://a.example' }, '/officialSite', /http or https/],
    [{ ...anime, relations: null }, '/relations', /must be array, not null/],
    [{ ...anime, relations: [{ type: 'sequel' }] }, '/relations/0/anime', /is missing/],
    [{ ...anime, relations: [{ type: 'spin-off', anime: key }] }, '/relations/0/type', /one of sequel, prequel, side_/],
    [
      { ...anime, relations: [{ type: 'other', anime: { ...key, source: 'MAL' } }] },
      '/relations/0/anime/source',
      /lower/,
    ],
    [
      { ...anime, relations: [{ type: 'other', anime: { ...key, sourceId: 'a\u0000' } }] },
      '/relations/0/anime/sourceId',
      /U\+0000/,
    ],
    [
      { ...anime, relations: [{ type: 'other', anime: { ...key, sourceId: 7 } }] },
      '/relations/0/anime/sourceId',
      /string/,
    ],
    [{ ...anime, relations: Array(1001).fill({ type: 'other', anime: key }) }, '/relations', /at most 1000 anime/],
    [{ ...anime, titles: [] }, '/titles', /at least one title/],
    [{ ...anime, titles: [{ title: '  ' }] }, '/titles/0/title', /blank/],
    [{ ...anime, titles: [{ title: '\u200b' }] }, '/titles/0/title', /blank: a visible character/],
    [{ ...anime, titles: [{ title: 'a\uffff' }] }, '/titles/0/title', /U\+FFFF/],
    [{ ...anime, genres: ['\u3164'] }, '/genres/0', /blank/],
    [{ ...anime, studios: ['\u2800\u00ad\ufeff'] }, '/studios/0', /blank/],
    [{ ...anime, sourceId: '\u2060' }, '/sourceId', /blank/],
    [{ ...anime, externalIds: { mal: '\u{e0020}' } }, '/externalIds/mal', /blank/],
    [{ ...anime, synopsis: '\ufdd0.' }, '/synopsis', /control character/],
    [{ ...anime, titles: [{ title: 'a\ud800' }] }, '/titles/0/title', /surrogate/],
    [{ ...anime, titles: [{ title: 'a\u0000' }] }, '/titles/0/title', /control character/],
    [{ ...anime, titles: [{ title: 'line one\nFAKE  approved  ok' }] }, '/titles/0/title', /one line.*U\+000A/],
    [{ ...anime, titles: [{ title: 'a\tb' }] }, '/titles/0/title', /one line.*U\+0009/],
    [{ ...anime, titles: [{ title: 'a\u007f' }] }, '/titles/0/title', /control characters.*U\+007F/],
    [{ ...anime, titles: [{ title: 'a\u009b31m' }] }, '/titles/0/title', /control characters.*U\+009B/],
    [{ ...anime, titles: [{ title: 'a\u2028b' }] }, '/titles/0/title', /one line.*U\+2028/],
    [{ ...anime, titles: [{ title: 'a\u202eb' }] }, '/titles/0/title', /bidirectional controls.*U\+202E/],
    [{ ...anime, titles: [{ title: 'a\u2066b' }] }, '/titles/0/title', /bidirectional controls.*U\+2066/],
    [{ ...anime, genres: ['Dra\nma'] }, '/genres/0', /one line/],
    [{ ...anime, studios: ['a\u0085b'] }, '/studios/0', /one line.*U\+0085/],
    [{ ...anime, sourceId: '1\n2' }, '/sourceId', /one line/],
    [{ ...anime, externalIds: { mal: '1\u202e' } }, '/externalIds/mal', /bidirectional/],
    [{ ...anime, synopsis: 'a\u009bb' }, '/synopsis', /control character/],
    [{ ...anime, synopsis: 'a\u007fb' }, '/synopsis', /control character/],
    [{ ...episode, titles: [{ title: 'a\r\nb' }] }, '/titles/0/title', /one line/],
    [{ ...anime, titles: [{ title: 'a'.repeat(601) }] }, '/titles/0/title', /at most 600/],
    [{ ...anime, titles: [{ title: 'a', language: 'japanese language' }] }, '/titles/0/language', /BCP 47/],
    [{ ...anime, titles: [{ title: 'a', kind: 'main' }] }, '/titles/0/kind', /official, synonym, short/],
    [{ ...anime, genres: null }, '/genres', /must be array/],
    [{ ...anime, studios: [1] }, '/studios/0', /must be string/],
    [{ ...anime, images: null }, '/images', /must be array/],
    [{ ...anime, images: [{ url: 'ftp://x' }] }, '/images/0/url', /http/],
    [{ ...anime, images: [{ url: 'http://example.com/\u0000' }] }, '/images/0/url', /control character/],
    [{ ...anime, images: [{ url: 'http://example.com/\ud800' }] }, '/images/0/url', /surrogate/],
    [{ ...anime, images: [{ url: 'http://user:pw@example.com/x' }] }, '/images/0/url', /password/],
    [{ ...anime, externalIds: null }, '/externalIds', /record/],
    [{ ...anime, externalIds: { mal: 1 } }, '/externalIds/mal', /must be string/],
    [{ ...anime, externalIds: { MAL: '1' } }, '/externalIds/MAL', /must be a site name: lower-case/],
    [{ ...anime, year: 1899 }, '/year', /1900 to 2200/],
    [{ ...anime, year: 2201 }, '/year', /1900 to 2200/],
    [{ ...anime, year: '2013' }, '/year', /1900 to 2200/],
    [{ ...anime, season: 'autumn' }, '/season', /winter, spring, summer, fall/],
    [{ ...anime, format: 'TV' }, '/format', /tv, movie/],
    [{ ...anime, status: 'ended' }, '/status', /announced, airing/],
    [{ ...anime, startDate: '2013-02-29' }, '/startDate', /yyyy-MM-dd/],
    [{ ...anime, startDate: '2013-04' }, '/startDate', /yyyy-MM-dd/],
    [{ ...anime, startDate: '1899-12-31' }, '/startDate', /of the years 1900 to 2200/],
    [{ ...anime, endDate: '2201-01-01' }, '/endDate', /of the years 1900 to 2200/],
    [{ ...episode, scheduledAt: '9999-12-31T23:59:59Z' }, '/scheduledAt', /of the years 1900 to 2200/],
    [{ ...anime, episodes: -1 }, '/episodes', /./],
    [{ ...anime, isAdult: 'no' }, '/isAdult', /true or false/],
    [{ ...anime, popularity: 'high' }, '/popularity', /number/],
    [{ ...episode, number: -1 }, '/number', /0 or more/],
    [{ ...episode, number: 1.000000001 }, '/number', /two decimal places/],
    [{ ...episode, number: 1.234 }, '/number', /two decimal places/],
    [{ ...episode, status: 'aired' }, '/status', /scheduled, delayed/],
    [{ ...episode, releasedAt: '2013-04-06T16:58:00' }, '/releasedAt', /ISO 8601/],
    [{ ...episode, scheduledAt: '2013-04-06' }, '/scheduledAt', /ISO 8601/],
    [{ ...episode, anime: 'mal/1' }, '/anime', /object/],
  ])('%j', (value, pointer, reason) => {
    const validation = validateRecord(value);
    expect(validation).toMatchObject({ ok: false, rejection: { pointer } });
    expect(validation.ok ? '' : validation.rejection.reason).toMatch(reason);
  });
});
