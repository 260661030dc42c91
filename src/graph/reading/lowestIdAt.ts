import { v7 as uuidv7 } from 'uuid';

const LOWEST = new Uint8Array(16);

/** The lowest id that can be made at an instant, or later. @param time milliseconds since 1970 */
export function lowestIdAt(time: number): string {
  return uuidv7({ msecs: Math.max(0, Math.floor(time)), random: LOWEST });
}
