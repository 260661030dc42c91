import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is yes. @throws when it has not been within so many milliseconds: a limit for machines that are busy, no measure */
export async function until(question: () => boolean | Promise<boolean>, milliseconds = 20_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  // The longer it takes, the seldomer: what is asked takes the time of what is waited for.
  for (let pause = 10; !(await question()); pause = Math.min(1.2 * pause, 100)) {
    if (Date.now() > deadline) throw new Error(`it did not come true within ${milliseconds} ms`);
    await sleep(pause);
  }
}
