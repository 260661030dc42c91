import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { processTree } from '../cpuTime.ts';

/** Servers, one at a time under load, have one core; the client has the other. PostgreSQL runs anywhere. */
const [SERVER_CORE, CLIENT_CORE] = [0, 1];

/** Whether processes can be tied to cores: Linux with util-linux and two cores. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).error === undefined;

/** Ties a server with all its threads to the servers' core, where that can be done. */
export function pinServer(pid: number): void {
  for (const each of processTree(pid)) pin(each, SERVER_CORE);
}

export function pinClient(pid: number): void {
  pin(pid, CLIENT_CORE);
}

function pin(pid: number, core: number): void {
  if (canPin) spawnSync('taskset', ['-apc', String(core), String(pid)]);
}
