import { filledId } from './fillLargeTables.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** What of filled tables each field of Query is asked, as tools and as REST ask it. */
export function everyQuery(): Readonly<Record<string, readonly Arguments[]>> {
  const [anime, episode] = [filledId('a', 7), filledId('b', 7)];
  const [webhookId, applicationId] = [filledId('e', 7), filledId('0', 1)];
  const first = 3;
  const since = new Date(Date.now() - 60_000).toISOString();
  const window = { from: '2025-05-01T00:00:00.000Z', to: '2030-06-01T00:00:00.000Z' };
  const filters = [
    ...[{ format: ['TV'] }, { status: ['AIRING'] }, { isAdult: [false] }, { episodes: { from: 12, to: 12 } }],
    ...[{ genre: ['g7'] }, { studio: ['s7'] }, { airing: ['MONDAY'] }, { year: 2013, season: ['SPRING'] }],
    { startDate: { from: '2013-04-01', to: '2013-04-10' } },
  ];
  const sorts = ['ID_ASC', 'TITLE_ASC', 'UPDATED_DESC'];
  const pages = [{ first }, { first, after: null }];
  return {
    anime: [{ id: anime }],
    animeByExternalIds: [{ ids: [{ site: 'anidb', id: 'f7' }] }],
    animeByIds: [{ ids: [anime] }],
    animeChanges: [{ first }, { first, since }, { first, filter: { status: ['AIRING'] } }],
    animeEpisodes: [{ animeId: anime, first }],
    animeList: sorts.flatMap((sort) => [{ first, sort }, ...filters.map((filter) => ({ first, sort, filter }))]),
    animeLookup: [{ ids: [anime] }],
    animeOfEpisodes: [{ ids: [episode] }],
    animeVersion: [{ id: anime }],
    application: [{ id: applicationId }],
    applications: [...pages, { first, owner: 'ann' }],
    auditEvents: [
      ...pages,
      { first, actor: 'tool:a7' },
      { first, actor: 'a7' },
      { first, object: '7' },
      { first, since },
    ],
    decisions: pages,
    deliveries: [
      ...[...pages, { first, status: 'FAILED' }, { first, status: 'PENDING' }, { first, kind: 'ANIME_UPDATED' }],
      ...[
        { first, since },
        { first, event: filledId('c', 7) },
        { first, webhookId },
      ],
      ...[
        { first, webhookId, status: 'FAILED' },
        { first, webhookId, since, kind: 'ANIME_UPDATED' },
      ],
    ],
    delivery: [{ id: filledId('a', 7) }],
    diagnostics: [{}],
    download: [{ format: 'catalog', url: 'https://example.org/x' }],
    dump: [{}],
    dumpChunk: [{ date: '2024-02-29', number: 0 }],
    episode: [{ id: episode }, { id: filledId('f', 7) }],
    episodeChanges: [{ first }, { first, since }],
    episodeLookup: [{ ids: [episode] }],
    episodeVersion: [{ id: episode }],
    episodesByIds: [{ ids: [episode] }],
    events: [
      { first, after: '70' },
      { first, after: '70', kinds: ['EPISODE_RELEASED'] },
      { first: 0, after: '70' },
    ],
    genre: [{ slug: 'g7' }],
    genres: pages,
    importSchedules: [{}],
    lastReleasedEpisodes: [{ ids: [anime] }],
    nextEpisodes: [{ ids: [anime] }],
    pendingProposals: [{}],
    pins: [{ id: anime }],
    premieres: [
      ...[{}, { animeId: anime }, { format: ['TV'] }, { status: ['AIRING'] }].map((more) => ({
        ...{ first, from: '2013-04-01', to: '2013-05-01' },
        ...more,
      })),
    ],
    proposal: [{ id: filledId('a', 7) }],
    proposals: [...pages, { first, status: 'PENDING' }, { first, reason: 'AMBIGUOUS_MATCH' }, { first, source: 'mal' }],
    releases: [{}, { animeId: anime }, { format: ['TV'] }].map((more) => ({
      ...{ first, ...window, asOf: window.to },
      ...more,
    })),
    schedules: [{}, { animeId: anime }, { format: ['TV'] }, { status: 'DELAYED' }].map((more) => ({
      ...{ first, ...window },
      ...more,
    })),
    search: [
      { first, q: 'filled' },
      { first, q: 'filled', filter: { genre: ['g7'] }, facets: ['STUDIO'] },
    ],
    searchStatus: [{}],
    searchSuggestions: [{ q: 'filled' }],
    sources: [{}],
    studio: [{ slug: 's7' }],
    studios: pages,
    user: [{ name: 'ann' }],
    users: pages,
    webhook: [{ applicationId, id: webhookId }],
    webhookQueue: [{}],
    webhooks: [{ applicationId, first }],
  };
}
