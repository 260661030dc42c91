import type { VNode } from 'preact';

/** Code of several lines; long ones scroll, also by keyboard. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }): VNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would hold no other content.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <pre tabIndex={0} role="region" aria-label={label}>
      <code>{text}</code>
    </pre>
  );
}
