import { readFileSync } from 'node:fs';

/** What a process has used so far, as Linux counts it. */
export interface ProcessUsage {
  /** Peak resident memory in bytes. */
  readonly peakMemory: number;
  /** User and system time together. */
  readonly cpuSeconds: number;
}

/** Linux counts processor time in hundredths of a second everywhere (USER_HZ). */
const TICKS_A_SECOND = 100;

/** Null where /proc does not tell: the process has ended, or this is not Linux. */
export function usageOf(pid: number | undefined): ProcessUsage | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    // The name in parentheses may hold spaces; utime and stime are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return kilobytes === undefined
      ? null
      : { peakMemory: Number(kilobytes) * 1024, cpuSeconds: ticks / TICKS_A_SECOND };
  } catch {
    return null;
  }
}
