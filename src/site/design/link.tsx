import type { ComponentChildren, VNode } from 'preact';
import { parseUrl } from '../../parseUrl.ts';

interface LinkProps {
  /** A path of this service, a place of the same page, or an http or https address. */
  readonly to: string;
  /** `page`: it leads to the page on which it stands; `true`: to one above it. */
  readonly current?: 'page' | 'true';
  /** A letter by which the browser follows it, with modifiers of its own choice. */
  readonly accessKey?: string | undefined;
  readonly children: ComponentChildren;
}

/** The one way to link. Of any other target, such as `javascript:…` out of data, the text alone is shown. */
export function Link({ to, current, accessKey, children }: LinkProps): VNode {
  const target = safeTarget(to);
  if (target === null) return <>{children}</>;
  return (
    // biome-ignore lint/a11y/noAccessKey: a page that has some names them, and works without.
    <a href={target} accessKey={accessKey} aria-current={current}>
      {children}
    </a>
  );
}

const OWN = 'http://own.invalid';

/** A page of this service at a path or below it, as a link may lead there; the path itself for any other target. */
export function targetBelow(path: string, to: string): string {
  const target = safeTarget(to);
  const isBelow = target?.startsWith(path) && ['', '/', '?'].includes(target.charAt(path.length));
  return target !== null && isBelow ? target : path;
}

/** The target as a URL parser reads it, which browsers agree with; null where it is not allowed. */
export function safeTarget(to: string): string | null {
  if (to.startsWith('#')) return to;
  const url = parseUrl(to, OWN);
  if (url === null) return null;
  // Without its dots a path may begin with two slashes, which name another host.
  const isOwn = url.origin === OWN && !url.pathname.startsWith('//');
  if (to.startsWith('/')) return isOwn ? `${url.pathname}${url.search}${url.hash}` : null;
  return parseUrl(to) !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}
