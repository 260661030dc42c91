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
