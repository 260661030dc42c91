import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** One half of what new objects lie in, at most. */
const NEW_HALF_BYTES = 8_500_000;

/**
 * Lets the heap grow by a fifth between two collections of the old generation. V8 on its own lets it double and more where the machine
 * has the memory. Also keeps the space of new objects as small as it is while the program is loaded, until `letYoungGrow`.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=20');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * From now on the space of new objects doubles under load, up to twice 8 MB; V8 goes to twice 16 on Node 20 and to 128 MB on Node 24. It
 * shrinks when the process is idle, so it is looked at after every collection as long as the process lives: `--max-semi-space-size` is only
 * read at its start. A look waits for its turn of the event loop: what is collected in one long turn may double the space beyond.
 */
export function letYoungGrow(): void {
  const look = () => {
    const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    if (space === undefined) return;
    const half = space.space_used_size + space.space_available_size;
    setFlagsFromString(`--semi-space-growth-factor=${half * 2 > NEW_HALF_BYTES ? 1 : 2}`);
  };
  new PerformanceObserver(look).observe({ entryTypes: ['gc'] });
  look();
}
