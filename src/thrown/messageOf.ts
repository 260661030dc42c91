import { layersOf } from './layersOf.ts';

/**
 * What was thrown, in words; the code that a layer below gives as the reason is added, as fetch says only "fetch failed" itself. An
 * error of another realm (Jest's, a worker's) is an error too, though not an `instanceof`.
 */
export function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return String(thrown);
  // localhost tries ::1 and 127.0.0.1, and the sum of both failures has no message of its own.
  if ('errors' in thrown && Array.isArray(thrown.errors) && thrown.message === '') return messageOf(thrown.errors[0]);
  const [own, ...below] = layersOf(thrown).map(({ code }) => code);
  const reason = own === undefined ? below.find((code) => typeof code === 'string') : undefined;
  return reason === undefined ? String(thrown.message) : `${thrown.message} (${reason})`;
}
