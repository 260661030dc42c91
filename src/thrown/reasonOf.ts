import { errorCode } from './errorCode.ts';
import { messageOf } from './messageOf.ts';

/** Why it was thrown, in one line: Prisma tells the call and its place in the code first, and the reason last. */
export function reasonOf(thrown: unknown): string {
  return messageOf(thrown).trim().split('\n').at(-1) || errorCode(thrown);
}
