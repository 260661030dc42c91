import type { ExternalId } from '../../model/canonical.ts';

/** Where the id stands in the addresses of the sites that anime-offline-database links to. */
const SITES: Readonly<Record<string, { readonly site: string; readonly id: RegExp }>> = {
  'anidb.net': { site: 'anidb', id: /^\/anime\/(\d+)$/ },
  'anilist.co': { site: 'anilist', id: /^\/anime\/(\d+)$/ },
  'anime-planet.com': { site: 'anime-planet', id: /^\/anime\/([^/]+)$/ },
  'animecountdown.com': { site: 'animecountdown', id: /^\/(\d+)$/ },
  'animenewsnetwork.com': { site: 'animenewsnetwork', id: /^\/encyclopedia\/anime\.php\?id=(\d+)$/ },
  'anisearch.com': { site: 'anisearch', id: /^\/anime\/(\d+)$/ },
  'bgm.tv': { site: 'bangumi', id: /^\/subject\/(\d+)$/ },
  'kitsu.app': { site: 'kitsu', id: /^\/anime\/(\d+)$/ },
  'kitsu.io': { site: 'kitsu', id: /^\/anime\/(\d+)$/ },
  'livechart.me': { site: 'livechart', id: /^\/anime\/(\d+)$/ },
  'myanimelist.net': { site: 'mal', id: /^\/anime\/(\d+)$/ },
  'notify.moe': { site: 'notify', id: /^\/anime\/([^/]+)$/ },
  'simkl.com': { site: 'simkl', id: /^\/anime\/(\d+)$/ },
};

/** The site and id that an anime's address stands for; at an unknown site they are its host and path. Null for what is no address. */
export function siteOfUrl(address: string): ExternalId | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const host = url.hostname.toLowerCase().replace(/^www\./, '');
  const path = url.pathname + url.search;
  const known = SITES[host];
  const id = known?.id.exec(path)?.[1];
  if (known !== undefined && id !== undefined) return { site: known.site, id };
  const rest = path.replace(/^\/+|\/+$/g, '');
  return host === '' || rest === '' ? null : { site: host, id: rest };
}
