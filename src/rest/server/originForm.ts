/**
 * A request's target as a path and a query: a proxy's absolute form (RFC 9112, 3.2.2) counts as those in it, `*` as
 * itself, and `#`, which no target has, stands for itself. To be called before Express sees the request: of a URL that
 * it cannot read, such as `http://[/v1` or `//a@b:1#`, it answers with a page of its own, and no step of a request is
 * taken.
 */
export function originForm(target: string): string {
  if (target === '*') return target;
  const form = target.replace(/^https?:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/');
  return form.replaceAll('#', '%23');
}
