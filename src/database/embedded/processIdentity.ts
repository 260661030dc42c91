import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Identifies a process of a machine for good; a pid alone is reused. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** The boot and pid namespace that `pid` belongs to; null where the system does not say. */
  readonly space: string | null;
  /** Start time in clock ticks since boot; null as above. */
  readonly started: string | null;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  return {
    pid: process.pid,
    host: hostname(),
    space: await ownSpace(),
    started: (await readStat(process.pid))?.started ?? null,
  };
}

/** Whether that process still runs; `unknown` when it cannot be observed from here (another machine or container). */
export async function processState(identity: ProcessIdentity): Promise<'alive' | 'dead' | 'unknown'> {
  const space = await ownSpace();
  if (identity.space !== space || (space === null && identity.host !== hostname())) return 'unknown';
  if (!exists(identity.pid)) return 'dead';
  if (identity.started === null) return 'unknown';
  const stat = await readStat(identity.pid);
  if (stat === null) return exists(identity.pid) ? 'unknown' : 'dead';
  // A zombie has released everything it held.
  return stat.started !== identity.started || 'ZX'.includes(stat.state) ? 'dead' : 'alive';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function ownSpace(): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

/**
 * Linux: proc(5), /proc/pid/stat. The second field may hold spaces and brackets.
 * @returns null when it cannot be read: the process is gone, or this one has too many files open
 */
async function readStat(pid: number): Promise<{ state: string; started: string } | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, started] = [fields[0], fields[19]];
    return state === undefined || started === undefined ? null : { state, started };
  } catch {
    return null;
  }
}
