import type { VNode } from 'preact';
import { Navigation, type NavigationLink } from './navigation.tsx';

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
