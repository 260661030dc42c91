import { parseUrl } from './parseUrl.ts';

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is;

/**
 * A PostgreSQL URL with each of its hosts, in their order: `postgresql://user@one:5432,two:5433/name` has two. Null for
 * any other text.
 */
export function postgresUrls(text: string): readonly [URL, ...URL[]] | null {
  const [, head = '', hosts = '', tail = ''] = PARTS.exec(text) ?? [];
  // libpq accepts an empty host after a user name; URL does not.
  const isLocal = hosts === '' && head.endsWith('@');
  const urls = hosts.split(',').map((host) => parseUrl(`${head}${isLocal ? 'localhost' : host}${tail}`));
  const [first, ...others] = urls;
  if (head === '' || first == null) return null;
  const named = others.filter((url) => url !== null && url.hostname !== '') as URL[];
  const isComplete = named.length === others.length && (others.length === 0 || first.hostname !== '');
  return isComplete ? [first, ...named] : null;
}
