/**
 * A request's path and query as the routes match them. Broken percent-encoding of the path, which Express would refuse
 * before the caller is known, stands for itself.
 */
export function normalizeTarget(target: string): string {
  if (!target.includes('%')) return target;
  const [path = '', ...query] = target.split('?');
  return [isEncoded(path) ? path : path.replaceAll('%', '%25'), ...query].join('?');
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
