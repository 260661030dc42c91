import type { ComponentChildren, VNode } from 'preact';

interface FaultProps {
  readonly id?: string;
  /** Whether the focus begins here. */
  readonly isFocused?: boolean;
  readonly children?: ComponentChildren;
}

/** An error that screen readers announce at once. Scripts may fill an empty one by its id. */
export function Fault({ id, isFocused = false, children }: FaultProps): VNode {
  return (
    <p class="fault" role="alert" id={id} {...(isFocused && { tabIndex: -1, autofocus: true })}>
      {children}
    </p>
  );
}
