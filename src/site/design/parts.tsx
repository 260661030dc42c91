import type { ComponentChildren, VNode } from 'preact';
import { Link } from './link.tsx';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of a page, below its heading. */
export function Section({ id, title, children }: SectionProps): VNode {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** One after the other, with a text between. */
export function joined(items: readonly ComponentChildren[], between = ', '): ComponentChildren {
  return items.flatMap((item, at) => (at === 0 ? [item] : [between, item]));
}

/** Names with their values; null is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }): VNode | null {
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return (
    <dl>
      {known.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

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

interface TitleProps {
  readonly text: string;
  /** BCP 47 tag; null when unknown. Japanese and Chinese share code points, and not how they are drawn. */
  readonly language: string | null;
}

/** A title out of the data: its direction and language are its own, not the page's. */
export function Title({ text, language }: TitleProps): VNode {
  return <bdi lang={language ?? ''}>{text}</bdi>;
}

/** An instant, to the minute, in UTC. @param at as ISO 8601, or a date */
export function Time({ at }: { readonly at: string | Date }): VNode {
  const iso = new Date(at).toISOString();
  return <time datetime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>;
}

/** An instant, or the word in place of null. */
export function timeOr(at: string | null, none: string): ComponentChildren {
  return at === null ? none : <Time at={at} />;
}

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
      <p>Copy it now: it is shown only once.</p>
      <CodeBlock text={secret} label={title} />
      {children}
    </div>
  );
}

interface WaitingProps {
  /** The page's own path and query, which the reader can ask for again. */
  readonly path: string;
  readonly isWaiting: boolean;
  readonly children: ComponentChildren;
}

/** A part of a page that still changes: a script reads it again, and without a script a link does. */
export function Waiting({ path, isWaiting, children }: WaitingProps): VNode {
  if (!isWaiting) return <>{children}</>;
  return (
    <div data-waits>
      {children}
      <p>
        Waiting for delivery. <Link to={path}>Refresh</Link>
      </p>
    </div>
  );
}
