/**
 * The Content-Security-Policy of a page with a form. Browsers hold the redirects after a form to form-action too, the
 * client's own page at their end among them.
 * @param redirectUri where the browser goes after the form, if it leaves us
 */
export function formPolicy(redirectUri: unknown): string {
  const isUrl = typeof redirectUri === 'string' && URL.canParse(redirectUri);
  const origin = isUrl ? ` ${new URL(redirectUri).origin}` : '';
  return `default-src 'none'; style-src 'self'; form-action 'self'${origin}; base-uri 'none'; frame-ancestors 'none'`;
}
