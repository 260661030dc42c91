import type { ComponentChildren, VNode } from 'preact';

/** What went wrong, said at once by screen readers. Scripts may fill an empty one by its id. */
export function Fault({ id, children }: { readonly id?: string; readonly children?: ComponentChildren }): VNode {
  return (
    <p class="fault" role="alert" id={id}>
      {children}
    </p>
  );
}
