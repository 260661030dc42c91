import { parseUrl } from './parseUrl.ts';

/** A PostgreSQL URL of one host; null for any other text. */
export function postgresUrl(text: string): URL | null {
  if (!/^postgres(ql)?:\/\//i.test(text)) return null;
  // libpq accepts an empty host after a user name; URL does not.
  const url = parseUrl(text.replace(/^([^:]+:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost'));
  const hosts = [url?.hostname ?? '', url?.searchParams.get('host') ?? ''];
  return hosts.some((host) => host.includes(',')) ? null : url;
}
