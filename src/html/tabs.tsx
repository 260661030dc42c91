import type { VNode } from 'preact';
import { Link } from './link.tsx';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly (readonly [to: string, label: string])[];
  /** The path of the page on which they stand. */
  readonly path: string;
}

/** Pages of one thing, as links. */
export function Tabs({ label, tabs, path }: TabsProps): VNode {
  return (
    <nav aria-label={label} class="tabs">
      <ul>
        {tabs.map(([to, text]) => (
          <li key={to}>
            <Link to={to} isCurrent={to === path}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
