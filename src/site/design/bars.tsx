import type { VNode } from 'preact';

interface BarsProps {
  /** The name of the chart; a table beside it has the figures. */
  readonly label: string;
  /** The names of each bar's parts, from success to failure. */
  readonly parts: readonly string[];
  readonly bars: readonly (readonly number[])[];
}

const HEIGHT = 80;
const STEP = 10;
/** Fewer bars do not fill the width. */
const FEWEST = 24;

/** Counts over time as bars, each with its parts one above the other, and a key to them. */
export function Bars({ label, parts, bars }: BarsProps): VNode {
  const largest = Math.max(1, ...bars.map(sum));
  const kindOf = (at: number) => (at === 0 ? 'good' : at === parts.length - 1 ? 'bad' : 'between');
  return (
    <figure>
      <svg
        class="bars"
        role="img"
        aria-label={`${label}: ${parts.join(', ')}; the table has the figures`}
        viewBox={`0 0 ${Math.max(FEWEST, bars.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {bars.flatMap((counts, at) =>
          counts.map((count, index) => {
            const height = (count / largest) * HEIGHT;
            const top = HEIGHT - (sum(counts.slice(0, index + 1)) / largest) * HEIGHT;
            return count === 0 ? null : (
              <rect class={kindOf(index)} x={at * STEP + 1} y={top} width={STEP - 2} height={height} />
            );
          }),
        )}
      </svg>
      <figcaption class="note">
        {label}, {largest} at most:
        {parts.map((part, at) => (
          <span class={kindOf(at)}>{part}</span>
        ))}
      </figcaption>
    </figure>
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
