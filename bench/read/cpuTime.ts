import { readFileSync } from 'node:fs';

/** Ticks of /proc are hundredths of a second on Linux. */
const TICK_US = 10_000;

/** CPU time that these processes have used so far, in microseconds; null where /proc does not tell. */
export function cpuTime(pids: readonly number[]): number | null {
  let total = 0;
  for (const pid of pids) {
    try {
      // The name may hold spaces and parentheses: the fields after it are counted from its end.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      total += (Number(fields[11]) + Number(fields[12])) * TICK_US;
    } catch {
      return null;
    }
  }
  return total;
}
