import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The core of the servers, one at a time under load, with all their threads. */
export const SERVER_CORE = 0;
/** The core of the client. PostgreSQL runs anywhere. */
export const CLIENT_CORE = 1;

/** Whether processes can be tied to cores: Linux with util-linux and two cores. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).error === undefined;

/** Ties a process with all its threads to one core, where that can be done. */
export function pin(pid: number, core: number): void {
  if (canPin) spawnSync('taskset', ['-apc', String(core), String(pid)]);
}
