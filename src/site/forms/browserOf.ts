/** What names a browser or a system in `User-Agent`, those first that also say the name of another. */
const BROWSERS = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' };
const SYSTEMS = { Android: 'Android', iPhone: 'iOS', iPad: 'iPadOS', Windows: 'Windows', Mac: 'macOS', Linux: 'Linux' };

/** A browser as its person knows it, such as `Firefox on Linux`; null for one that names itself in no known way. */
export function browserOf(userAgent = ''): string | null {
  const nameIn = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).find(([said]) => userAgent.includes(said))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser === undefined) return null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
