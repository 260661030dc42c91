import type { ComponentChildren, VNode } from 'preact';
import { Link } from './link.tsx';

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
          <li key={to}>
            <Link to={to} {...(to === marked && { current: to === current ? 'page' : 'true' })}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
