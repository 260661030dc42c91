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

/** Addresses of the pages that sites have of an anime; the id follows. */
const PREFIXES: Readonly<Record<string, string>> = {
  anidb: 'https://anidb.net/anime/',
  anilist: 'https://anilist.co/anime/',
  'anime-planet': 'https://www.anime-planet.com/anime/',
  animecountdown: 'https://animecountdown.com/',
  animenewsnetwork: 'https://www.animenewsnetwork.com/encyclopedia/anime.php?id=',
  anisearch: 'https://www.anisearch.com/anime/',
  bangumi: 'https://bgm.tv/subject/',
  kitsu: 'https://kitsu.app/anime/',
  livechart: 'https://www.livechart.me/anime/',
  mal: 'https://myanimelist.net/anime/',
  notify: 'https://notify.moe/anime/',
  simkl: 'https://simkl.com/anime/',
};

/** The page of an anime at a site; null where the site's addresses are not known. */
export function siteLink({ site, id }: { readonly site: string; readonly id: string }): string | null {
  const prefix = Object.hasOwn(PREFIXES, site) ? PREFIXES[site] : undefined;
  return prefix === undefined ? null : prefix + encodeURIComponent(id);
}
