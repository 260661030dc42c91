import { readFileSync } from 'node:fs';

/** The processes that a process has started and that run; none where it has ended. Linux alone tells. */
export function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === '' ? [] : children.split(' ').map(Number);
  } catch {
    return [];
  }
}
