/**
 * A request's target as path and query: of the absolute form that proxies send (RFC 9112, 3.2.2) only these count, `*`
 * stands for itself, and so does `#`, which no target has. Call it before Express: a URL that Express cannot parse,
 * such as `http://[/v1` or `//a@b:1#`, gets its own error page and skips every step of a request.
 */
export function originForm(target: string): string {
  if (target === '*') return target;
  const form = target.replace(/^https?:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/');
  return form.replaceAll('#', '%23');
}
