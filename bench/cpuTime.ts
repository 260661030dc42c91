import { readdirSync, readFileSync } from 'node:fs';
import { usageOf } from './usageOf.ts';

/** Processor time that a process and its children have used so far, in microseconds; NaN where /proc does not tell. */
export function cpuTime(pid: number): number {
  const [own = Number.NaN, ...children] = processTree(pid).map((each) => usageOf(each)?.cpuSeconds);
  return children.reduce<number>((sum, seconds) => sum + (seconds ?? 0), own) * 1e6;
}

/** A process and its children, by Linux' /proc. */
export function processTree(pid: number): number[] {
  const children = processes().filter((name) => {
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(pid);
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)];
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
