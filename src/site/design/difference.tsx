import type { ComponentChildren, VNode } from 'preact';

interface DifferenceProps {
  readonly before: unknown;
  readonly after: unknown;
  /** A value, or an item of a list; each with its own key text, by which items are compared. */
  readonly show: (value: unknown) => { readonly text: string; readonly shown: ComponentChildren };
}

/** A value before and after a change: removals and additions have a sign and a word, not a colour alone. */
export function Difference({ before, after, show }: DifferenceProps): VNode {
  const [old, next] = [itemsOf(before).map(show), itemsOf(after).map(show)];
  const has = (items: readonly { readonly text: string }[], text: string) => items.some((item) => item.text === text);
  const lost = old.filter(({ text }) => !has(next, text));
  return (
    <ul class="changes">
      {lost.map(({ shown }) => (
        <li>
          <del>
            − <span class="unseen">removed: </span>
            {shown}
          </del>
        </li>
      ))}
      {next.map(({ text, shown }) => (
        <li>
          {has(old, text) ? (
            shown
          ) : (
            <ins>
              + <span class="unseen">added: </span>
              {shown}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Null is no item. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}
