/** An address as logs, lists and messages show it: without what may be a key, its query and what stands before its host. */
export function shownUrl(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/\?.*$/s, '?…');
}
