const WORDS: Readonly<Record<string, string>> = { tv: 'TV', ova: 'OVA', ona: 'ONA', tv_short: 'TV short' };

/** A value of the vocabulary as people read it: `parent_story` is "Parent story". */
export function words(value: string): string {
  return WORDS[value] ?? `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll('_', ' ')}`;
}

/** A value that may be unknown. It is never shown as 0, or as nothing. */
export function known(value: string | number | null): string {
  return value === null ? 'unknown' : String(value);
}

const STATES: Readonly<Record<string, string>> = {
  released: '● released',
  scheduled: '◐ planned',
  delayed: '▲ delayed',
  cancelled: '✕ cancelled',
  delivered: '● delivered',
  pending: '◐ pending',
  failed: '▲ failed',
  approved: '● approved',
  rejected: '▲ rejected',
  superseded: '○ superseded',
  ok: '● ok',
  warning: '◐ warning',
  off: '○ off',
};

/** The state of an episode, a delivery, a decision or a check: a sign, which no colour replaces, and a word. */
export function stateOf(status: string): string {
  return STATES[status] ?? status;
}

/** The names of sites, and the addresses of their pages of an anime; the id follows. */
const SITES: Readonly<Record<string, readonly [name: string, prefix: string]>> = {
  anidb: ['AniDB', 'https://anidb.net/anime/'],
  anilist: ['AniList', 'https://anilist.co/anime/'],
  'anime-planet': ['Anime-Planet', 'https://www.anime-planet.com/anime/'],
  animecountdown: ['AnimeCountdown', 'https://animecountdown.com/'],
  animenewsnetwork: ['Anime News Network', 'https://www.animenewsnetwork.com/encyclopedia/anime.php?id='],
  anisearch: ['aniSearch', 'https://www.anisearch.com/anime/'],
  bangumi: ['Bangumi', 'https://bgm.tv/subject/'],
  kitsu: ['Kitsu', 'https://kitsu.app/anime/'],
  livechart: ['LiveChart', 'https://www.livechart.me/anime/'],
  mal: ['MyAnimeList', 'https://myanimelist.net/anime/'],
  notify: ['Notify.moe', 'https://notify.moe/anime/'],
  simkl: ['Simkl', 'https://simkl.com/anime/'],
};

/** A site's name, and its page of an anime; null where the site is not known. */
export function siteLink({ site, id }: { readonly site: string; readonly id: string }) {
  const [name, prefix] = (Object.hasOwn(SITES, site) && SITES[site]) || [];
  return name === undefined || prefix === undefined ? null : { name, to: prefix + encodeURIComponent(id) };
}
