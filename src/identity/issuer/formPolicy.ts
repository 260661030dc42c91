import { parseUrl } from '../../parseUrl.ts';
/**
 * The Content-Security-Policy of a page with a form. Browsers apply form-action also to redirects after the form, up to
 * the client's own page.
 * @param redirectUri the final target of the redirects, where that is another site
 */
export function formPolicy(redirectUri: unknown): string {
  const url = typeof redirectUri === 'string' ? parseUrl(redirectUri) : null;
  const origin = url === null ? '' : ` ${url.origin}`;
  return `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'${origin}; base-uri 'none'; frame-ancestors 'none'`;
}
