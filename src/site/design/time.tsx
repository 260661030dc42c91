import type { VNode } from 'preact';

/** An instant, to the minute, in UTC. */
export function Time({ at }: { readonly at: Date }): VNode {
  const iso = at.toISOString();
  return <time datetime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>;
}
