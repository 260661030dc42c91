import type { ComponentChildren, VNode } from 'preact';

/** Names with their values. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }): VNode {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
