import type { VNode } from 'preact';
import { Link } from '../../html/link.tsx';

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
  if (nextCursor === null && !isLater) return null;
  return (
    <nav aria-label={label}>
      <ul>
        {isLater && (
          <li>
            <Link to={withParameter(target, parameter, null)}>First page</Link>
          </li>
        )}
        {nextCursor !== null && (
          <li>
            <Link to={withParameter(target, parameter, nextCursor)}>Next page</Link>
          </li>
        )}
      </ul>
    </nav>
  );
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
