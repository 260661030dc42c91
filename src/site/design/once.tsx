import type { ComponentChildren, VNode } from 'preact';
import { CodeBlock } from './codeBlock.tsx';

interface OnceProps {
  /** What the secret is, such as "Your new key". */
  readonly title: string;
  readonly secret: string;
  readonly children?: ComponentChildren;
}

/** A secret that is shown once: a script removes it as soon as the page is left. */
export function Once({ title, secret, children }: OnceProps): VNode {
  return (
    <div data-once class="once">
      <h2 tabIndex={-1} autofocus>
        {title}
      </h2>
      <p>Copy it now: it is shown this once, and nobody can show it again.</p>
      <CodeBlock text={secret} label={title} />
      {children}
    </div>
  );
}
