/** The answer to `GET /v1/anime?externalId=anilist:16498,mal:99999999`. */
export const animePageExample = {
  items: [
    {
      id: '01a2082c-dcda-777b-9d30-bfecdd7ef966',
      title: 'Shingeki no Kyojin',
      alternativeTitles: [
        { title: '進撃の巨人', language: 'ja', kind: 'official' },
        { title: 'AoT', language: 'en', kind: 'short' },
      ],
      format: 'tv',
      status: 'finished',
      startDate: '2013-04-07',
      endDate: '2013-09-29',
      year: 2013,
      season: 'spring',
      episodes: 25,
      durationMinutes: 24,
      synopsis: null,
      images: [],
      genres: [{ slug: 'action', name: 'Action' }],
      studios: [{ slug: 'wit-studio', name: 'Wit Studio' }],
      externalIds: [
        { site: 'anilist', id: '16498' },
        { site: 'mal', id: '16498' },
      ],
      isAdult: false,
      mergedIds: [],
      revision: 1,
      createdAt: '2026-11-23T11:31:27.578Z',
      updatedAt: '2026-11-23T11:31:27.578Z',
    },
  ],
  page: { nextCursor: null },
  notFound: ['mal:99999999'],
};
