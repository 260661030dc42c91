import type { ComponentChildren, VNode } from 'preact';
import { Link } from './link.tsx';

interface WaitingProps {
  /** The page's own path and query, which the reader can ask for again. */
  readonly path: string;
  /** When something is due, as ISO 8601; null: not known. */
  readonly due: string | null;
  readonly children: ComponentChildren;
}

/** A part of a page that still changes: a script reads it again, and without a script a link does. */
export function Waiting({ path, due, children }: WaitingProps): VNode {
  return (
    <div data-waits data-due={due ?? undefined}>
      {children}
      <p>
        Something here still waits: <Link to={path}>look again</Link>.
      </p>
    </div>
  );
}
