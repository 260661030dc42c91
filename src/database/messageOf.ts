/** What was thrown, in words. An error of another realm (Jest's, a worker's) is an error too, though not an `instanceof`. */
export function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return String(thrown);
  // localhost tries ::1 and 127.0.0.1, and the sum of both failures has no message of its own.
  if ('errors' in thrown && Array.isArray(thrown.errors) && thrown.message === '') return messageOf(thrown.errors[0]);
  return String(thrown.message);
}
