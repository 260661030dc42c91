import { readFileSync } from 'node:fs';

/** Ticks of /proc are hundredths of a second on Linux. */
const TICK_US = 10_000;

/** CPU time that these processes have used so far, all threads, in microseconds; null where /proc does not tell. */
export function cpuTime(pids: readonly number[]): number | null {
  let total = 0;
  for (const pid of pids) {
    const stat = readProc(pid, 'stat');
    if (stat === null) return null;
    // The name may hold spaces and parentheses: the fields after it are counted from its end.
    const fields = stat.split(') ').at(-1)?.split(' ') ?? [];
    total += (Number(fields[11]) + Number(fields[12])) * TICK_US;
  }
  return total;
}

/** Resident memory of a process in megabytes; null where /proc does not tell. */
export function residentMegabytes(pid: number): number | null {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1000;
}

function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
