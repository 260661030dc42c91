import type { Worker } from 'node:cluster';
import type { ConnectionCount } from '../rest/server/connectionCount.ts';
import type { PrimaryCalls, WorkerCalls, WorkerState } from './calls.ts';
import type { Channel } from './channel.ts';

/** The process that is a worker at present, seen from the primary. */
export interface Member {
  readonly process: Worker;
  readonly channel: Channel<PrimaryCalls, WorkerCalls>;
  readonly connections: ConnectionCount;
  servingSince: number | null;
  /** Null until it serves. */
  state: WorkerState | null;
  /** How many beats ago it told its state. */
  silentBeats: number;
}

/**
 * Silence is counted in beats of the primary: while that is stopped itself, or the whole machine sleeps, one passes at
 * most, and what workers have told in that time is read before the next.
 */
export const BEAT_MS = 1_000;
/** A worker that has told nothing for so long is not given the lead. */
const SILENT_S = 5;
/** One that has told nothing for so long is killed. */
export const LOST_S = 20;

/** Counts a beat. @returns whether the worker hangs as of this beat; one that is not ready yet may take its time */
export function beginsToBeLost(member: Member): boolean {
  if (member.state === null) return false;
  member.silentBeats += 1;
  return member.state.status !== 'starting' && silentMs(member) === LOST_S * 1_000;
}

/** Whether a worker neither hangs nor is being stopped. */
export function isAtWork(member: Member): boolean {
  return member.state?.status !== 'stopping' && silentMs(member) < SILENT_S * 1_000;
}

/** How long a worker has served, until it began to hang if it does. */
export function servedMs(member: Member): number {
  return member.servingSince === null ? 0 : performance.now() - member.servingSince - silentMs(member);
}

function silentMs({ silentBeats }: Member): number {
  return silentBeats * BEAT_MS;
}
