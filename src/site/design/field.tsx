import type { VNode } from 'preact';

/** An input with its label. */
export function Field({ label, children }: { readonly label: string; readonly children: VNode }): VNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child.
    <label class="field">
      {label} {children}
    </label>
  );
}
