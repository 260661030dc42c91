import type { ComponentChildren, VNode } from 'preact';
import { Link } from './link.tsx';

export type NavigationLink = readonly [to: string, label: ComponentChildren];

interface NavigationProps {
  readonly label: string;
  readonly links: readonly NavigationLink[];
  /** The target of the link that leads to this page. */
  readonly current?: string;
  /** Whether they are of one thing, and look so. */
  readonly isTabs?: boolean;
}

/** Links to other pages. */
export function Navigation({ label, links, current, isTabs = false }: NavigationProps): VNode {
  return (
    <nav aria-label={label} {...(isTabs && { class: 'tabs' })}>
      <ul>
        {links.map(([to, text]) => (
          <li key={to}>
            <Link to={to} isCurrent={to === current}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
