import { episodeRecord } from '../../support/records.ts';

/** A small catalogue in the import format: 30 anime, of which the first has released, planned and special episodes. */
export const sampleRecords: readonly object[] = [
  {
    type: 'anime',
    source: 'mal',
    sourceId: '1',
    titles: [
      { title: 'Shingeki no Kyojin', language: 'ja-Latn', kind: 'official' },
      { title: '進撃の巨人', language: 'ja', kind: 'official' },
      { title: 'AoT', language: 'en', kind: 'short' },
      { title: 'Untagged', language: null, kind: null },
    ],
    format: 'tv',
    status: 'finished',
    startDate: '2013-04-07',
    endDate: '2013-09-29',
    year: 2013,
    season: 'spring',
    episodes: 25,
    durationMinutes: 24,
    synopsis: 'Walls.',
    images: [{ url: 'https://img.example/1.jpg', width: 225, height: 350 }],
    genres: ['Action', 'Slice of Life'],
    studios: ['Wit Studio'],
    externalIds: { mal: '1', anilist: '16498' },
    relations: [
      { type: 'sequel', anime: { source: 'mal', sourceId: '2' } },
      { type: 'other', anime: { source: 'mal', sourceId: '3' } },
    ],
    isAdult: false,
    broadcast: { weekday: 'sunday', time: '01:58', timezone: 'Asia/Tokyo' },
    officialSite: 'https://shingeki.example/',
  },
  ...Array.from({ length: 29 }, (_, index) => ({
    type: 'anime',
    source: 'mal',
    sourceId: String(index + 2),
    titles: [{ title: `Anime ${String(index + 2).padStart(2, '0')}`, language: 'en', kind: 'official' }],
    format: index % 2 === 0 ? 'movie' : 'ova',
    status: 'airing',
    startDate: `2024-02-${String((index % 29) + 1).padStart(2, '0')}`,
    year: 2024,
    genres: ['Drama'],
    studios: [`Studio ${index % 3}`],
  })),
  episode(1, 1, { status: 'released', releasedAt: '2024-02-22T15:00:00Z', titles: [{ title: 'One', language: 'en' }] }),
  episode(1, 2, { status: 'released', releasedAt: '2024-02-28T15:00:00.5Z', scheduledAt: '2024-02-28T15:00:00Z' }),
  episode(1, 3, { status: 'scheduled', scheduledAt: '2024-03-01T15:00:00Z' }),
  episode(1, 4, { status: 'delayed', scheduledAt: '2024-03-05T15:00:00Z' }),
  episode(1, 6.5, { status: 'scheduled', scheduledAt: null }),
  episode(1, 7, { status: 'cancelled', scheduledAt: '2024-03-02T15:00:00Z' }),
  episode(2, 1, { status: 'released', releasedAt: '2024-02-28T15:00:00.5Z' }),
];

function episode(anime: number, number: number, rest: object): object {
  return episodeRecord('mal', String(anime), number, rest);
}

/** The instant at which the sample's windows hold something: releases behind, plans ahead. */
export const sampleNow = new Date('2024-02-29T12:00:00.000Z');
