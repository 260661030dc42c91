/**
 * An address as logs, lists and messages show it: without its query and credentials, which may be keys.
 */
export function shownUrl(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/\?.*$/s, '?…');
}
