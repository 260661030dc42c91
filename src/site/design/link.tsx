import type { ComponentChildren, VNode } from 'preact';
import { parseUrl } from '../../base/parseUrl.ts';

interface LinkProps {
  /** A path of this service, a place of the same page, or an http or https address. */
  readonly to: string;
  /** `page`: it leads to its own page; `true`: to one above it. */
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

/** A link whose text is a name out of the data. */
export function NamedLink({ to, name }: { readonly to: string; readonly name: string }): VNode {
  return (
    <Link to={to}>
      <bdi>{name}</bdi>
    </Link>
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

export type NavigationLink = readonly [to: string, label: ComponentChildren];

interface NavigationProps {
  readonly label: string;
  readonly links: readonly NavigationLink[];
  /** The path of this page: of the links, the one that leads to it, or to the nearest page above it, is marked. */
  readonly current?: string;
  /** Whether they are of one thing, and look so. */
  readonly isTabs?: boolean;
}

/** Links to other pages. */
export function Navigation({ label, links, current = '', isTabs = false }: NavigationProps): VNode {
  const near = links.filter(([to]) => to === current || current.startsWith(`${to}/`)).map(([to]) => to);
  const marked = near.sort((one, other) => other.length - one.length)[0];
  return (
    <nav aria-label={label} {...(isTabs && { class: 'tabs' })}>
      <ul>
        {links.map(([to, text]) => (
          <li>
            <Link to={to} {...(to === marked && { current: to === current ? 'page' : 'true' })}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PagerProps {
  /** The name of the list. */
  readonly label: string;
  /** Path and query of this page. */
  readonly target: string;
  /** The parameter with the cursor. */
  readonly parameter?: string;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Links to the next page of a list and back to the first. */
export function Pager({ label, target, parameter = 'after', nextCursor }: PagerProps): VNode | null {
  const isLater = queryOf(target).has(parameter);
  const links: NavigationLink[] = [];
  if (isLater) links.push([withParameter(target, parameter, null), 'First page']);
  if (nextCursor !== null) links.push([withParameter(target, parameter, nextCursor), 'Next page']);
  return links.length === 0 ? null : <Navigation label={label} links={links} />;
}

/** The cursor of the next page of a list of the graph; null on the last. */
export function nextOf(info: { readonly hasNextPage: boolean; readonly endCursor: string | null } | undefined) {
  return info?.hasNextPage === true ? info.endCursor : null;
}

/** The query of a path. */
export function queryOf(target: string): URLSearchParams {
  return new URLSearchParams(target.split('?').slice(1).join('?'));
}

/** The target with this value of a parameter, or without the parameter. */
export function withParameter(target: string, name: string, value: string | null): string {
  const query = queryOf(target);
  if (value === null) query.delete(name);
  else query.set(name, value);
  const [path = ''] = target.split('?');
  return query.size === 0 ? path : `${path}?${query}`;
}
