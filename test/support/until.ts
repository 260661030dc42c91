import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is yes. @throws when it has not been within so many milliseconds: a limit for machines that are busy, no measure */
export async function until(question: () => boolean | Promise<boolean>, milliseconds = 20_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await question())) {
    if (Date.now() > deadline) throw new Error(`it did not come true within ${milliseconds} ms`);
    await sleep(20);
  }
}
