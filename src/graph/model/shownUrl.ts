/**
 * An address as logs, lists and messages show it: without its query and what stands before its host, which may be keys.
 */
export function shownUrl(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/\?.*$/s, '?…');
}
