/** The answer to `GET /v1/episodes?updatedSince=2026-11-23T11:00:00Z` after one episode changed. */
export const episodePageExample = {
  items: [
    {
      id: '01a2082c-dd55-75ab-9127-c22c68afcd19',
      anime: { id: '01a2082c-dcda-777b-9d30-bfecdd7ef966', title: 'Shingeki no Kyojin', format: 'tv' },
      number: 1,
      title: 'To You, in 2000 Years',
      alternativeTitles: [],
      status: 'released',
      scheduledAt: null,
      releasedAt: '2013-04-06T16:58:00.000Z',
      revision: 1,
      createdAt: '2026-11-23T11:31:27.578Z',
      updatedAt: '2026-11-23T11:31:27.578Z',
    },
  ],
  page: { nextCursor: null },
  until: '2026-11-23T11:31:39.412Z',
};
