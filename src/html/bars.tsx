import type { VNode } from 'preact';

interface BarsProps {
  /** What the bars are; a table beside them has the figures. */
  readonly label: string;
  /** The first part is what went well, the last what did not. */
  readonly bars: readonly { readonly label: string; readonly parts: readonly number[] }[];
}

const HEIGHT = 80;
const STEP = 10;

/** Counts over time as bars, each with its parts one above the other. */
export function Bars({ label, bars }: BarsProps): VNode {
  const largest = Math.max(1, ...bars.map(({ parts }) => sum(parts)));
  return (
    <svg
      class="bars"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.flatMap(({ label: its, parts }, at) =>
        parts.map((part, index) => {
          const height = (part / largest) * HEIGHT;
          const top = HEIGHT - (sum(parts.slice(0, index + 1)) / largest) * HEIGHT;
          const kind = index === 0 ? 'good' : index === parts.length - 1 ? 'bad' : 'between';
          return part === 0 ? null : (
            <rect key={`${its} ${kind}`} class={kind} x={at * STEP + 1} y={top} width={STEP - 2} height={height} />
          );
        }),
      )}
    </svg>
  );
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0);
}
