import { describe, expect, test } from '@jest/globals';
import { convertAnimeOfflineDatabase } from '../../../../src/graph/import/formats/animeOfflineDatabase.ts';
import { ItemError } from '../../../../src/graph/import/formats/readItem.ts';
import { validateRecord } from '../../../../src/graph/import/validateRecord.ts';

/** Every member that the published JSON schema requires, with invented facts. */
const entry = {
  sources: [
    'https://anidb.net/anime/4563',
    'https://anilist.co/anime/1535',
    'https://anime-planet.com/anime/the-ledger',
    'https://animenewsnetwork.com/encyclopedia/anime.php?id=6592',
    'https://kitsu.app/anime/1376',
    'https://myanimelist.net/anime/1535',
    'https://myanimelist.net/anime/99999',
    'https://unheard-of.example/title/7/',
  ],
  title: 'The Ledger',
  type: 'TV',
  episodes: 37,
  status: 'FINISHED',
  animeSeason: { season: 'FALL', year: 2006 },
  picture: 'https://cdn.myanimelist.net/images/anime/9/9453.jpg',
  thumbnail: 'https://cdn.myanimelist.net/images/anime/9/9453t.jpg',
  duration: { value: 1380, unit: 'SECONDS' },
  score: { arithmeticMean: 8.6, median: 8.6, arithmeticGeometricMean: 8.6 },
  synonyms: ['THE LEDGER', 'Das  Kontobuch\n', 'The Ledger', '', '帳簿'],
  studios: ['madhouse'],
  producers: ['vap'],
  relatedAnime: ['https://anidb.net/anime/8146'],
  tags: ['crime', 'psychological', 'Thriller', 'suspense', 'sci fi', 'time skip'],
};

describe('an entry of anime-offline-database', () => {
  test('becomes a valid record', () => {
    const record = convertAnimeOfflineDatabase(entry);
    expect(record).toEqual({
      type: 'anime',
      source: 'anime-offline-database',
      sourceId: 'mal:1535',
      titles: [
        { title: 'The Ledger', language: null, kind: 'official' },
        { title: 'THE LEDGER', language: null, kind: 'synonym' },
        { title: 'Das Kontobuch', language: null, kind: 'synonym' },
        { title: '帳簿', language: null, kind: 'synonym' },
      ],
      format: 'tv',
      status: 'finished',
      year: 2006,
      season: 'fall',
      episodes: 37,
      genres: ['Psychological', 'Suspense', 'Sci-Fi'],
      studios: ['madhouse'],
      externalIds: {
        mal: '1535',
        anilist: '1535',
        anidb: '4563',
        kitsu: '1376',
        'anime-planet': 'the-ledger',
        animenewsnetwork: '6592',
        'unheard-of.example': 'title/7',
      },
      images: [{ url: 'https://cdn.myanimelist.net/images/anime/9/9453.jpg' }],
      durationMinutes: 23,
      relations: [{ type: 'other', anime: { source: 'anidb', sourceId: '8146' } }],
    });
    expect(validateRecord(record)).toMatchObject({ ok: true, ignoredMembers: 0 });
  });

  test('is related to the anime of its pages, each once, by an id that identifies or by the key of an entry without one', () => {
    const relatedAnime = [
      'https://myanimelist.net/anime/2994',
      'https://kitsu.io/anime/2707',
      'https://kitsu.app/anime/2707',
      'https://anime-planet.com/anime/the-ledger-specials',
      'no address',
      `https://unheard-of.example/${'x'.repeat(200)}`,
    ];
    const related = [
      { source: 'mal', sourceId: '2994' },
      { source: 'kitsu', sourceId: '2707' },
      { source: 'anime-offline-database', sourceId: 'anime-planet:the-ledger-specials' },
    ].map((anime) => ({ type: 'other', anime }));
    const record = convertAnimeOfflineDatabase({ ...entry, relatedAnime });
    expect(record.relations).toEqual(related);
    expect(validateRecord(record)).toMatchObject({ ok: true, ignoredMembers: 0 });
    const { relatedAnime: _, ...earlier } = entry;
    expect(convertAnimeOfflineDatabase({ ...earlier, relations: relatedAnime }).relations).toEqual(related);
    expect(convertAnimeOfflineDatabase(earlier)).not.toHaveProperty('relations');
    const many = Array.from({ length: 1100 }, (_, n) => `https://myanimelist.net/anime/${n}`);
    expect(convertAnimeOfflineDatabase({ ...entry, relatedAnime: many }).relations).toHaveLength(1000);
  });

  test('says unknown where the entry does', () => {
    const record = convertAnimeOfflineDatabase({
      ...entry,
      type: 'UNKNOWN',
      status: 'UNKNOWN',
      episodes: 0,
      animeSeason: { season: 'UNDEFINED' },
      duration: null,
      picture: 'https://github.com/manami-project/anime-offline-database/raw/master/pics/no_pic.png',
    });
    expect(record).toMatchObject({
      format: 'unknown',
      status: 'unknown',
      episodes: null,
      year: null,
      season: null,
      durationMinutes: null,
      images: [],
    });
  });

  test.each([
    ['UPCOMING', 'announced'],
    ['ONGOING', 'airing'],
  ])('that is %s is %s', (status, expected) => {
    expect(convertAnimeOfflineDatabase({ ...entry, status }).status).toBe(expected);
  });

  test.each([
    [{ value: 30, unit: 'SECONDS' }, 1],
    [{ value: 24, unit: 'MINUTES' }, 24],
    [{ value: 2, unit: 'HOURS' }, 120],
  ])('of %j lasts %i minutes', (duration, minutes) => {
    expect(convertAnimeOfflineDatabase({ ...entry, duration }).durationMinutes).toBe(minutes);
  });

  test.each([
    ['a picture with a space', { picture: 'https://example.com/a b.jpg' }, { images: [] }],
    ['a synonym that is too long', { synonyms: ['a'.repeat(601)] }, { titles: [{ title: 'The Ledger' }] }],
    ['a synonym that nobody sees', { synonyms: ['\u200b'] }, { titles: [{ title: 'The Ledger' }] }],
    ['a studio that is too long', { studios: ['a'.repeat(201)] }, { studios: [] }],
  ])('with %s loses that alone, which is counted', (_, changes, expected) => {
    const validation = validateRecord(convertAnimeOfflineDatabase({ ...entry, ...changes }));
    expect(validation).toMatchObject({ ok: true, ignoredMembers: 1, record: expected });
  });

  test('without a page at a known site is keyed by the first site by name', () => {
    const sources = ['https://livechart.me/anime/3437', 'https://anisearch.com/anime/3633'];
    expect(convertAnimeOfflineDatabase({ ...entry, sources }).sourceId).toBe('anisearch:3633');
  });

  test.each([
    ['no sources', { sources: [] }, '/sources'],
    ['sources that are no addresses', { sources: ['mal'] }, '/sources'],
    ['an unknown type', { type: 'PLAY' }, '/type'],
    ['half an episode', { episodes: 1.5 }, '/episodes'],
    ['a year that is none', { animeSeason: { season: 'FALL', year: 20_06_1 } }, '/animeSeason/year'],
    ['an unknown season', { animeSeason: { season: 'MONSOON', year: 2001 } }, '/animeSeason/season'],
  ])('with %s is refused by its pointer', (_, changes, pointer) => {
    const refused = () => convertAnimeOfflineDatabase({ ...entry, ...changes });
    expect(refused).toThrow(ItemError);
    expect(refused).toThrow(expect.objectContaining({ pointer }));
  });
});
