import { v7 as uuidv7 } from 'uuid';

const LOWEST = new Uint8Array(16);

/** The lowest id that can be made at an instant, or later. @param time milliseconds since 1970 */
export function lowestIdAt(time: number): string {
  return uuidv7({ msecs: Math.max(0, Math.floor(time)), random: LOWEST });
}

/**
 * How far the time of an id, its process's, may be from `at` and `created_at`, the database's: an alert reports a wrong
 * clock within minutes, and each further hour costs a longer scan where nothing is found.
 */
const CLOCKS_APART_MS = 60 * 60 * 1000;

/**
 * No id that was made since an instant is lower, not on a machine whose clock is an hour off either.
 * @param time milliseconds since 1970
 */
export function lowestIdSince(time: number): string {
  return lowestIdAt(time - CLOCKS_APART_MS);
}
