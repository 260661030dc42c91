import { expect, test } from '@jest/globals';
import { TimeSlices } from '../../src/search/timeSlices.ts';

/** An event loop with a clock of its own, in which others are busy so long every 20 ms, later where they are held up. */
class EventLoop {
  readonly #othersMs: number;
  #now = 0;
  #used = 0;
  #due = 20;
  turns = 0;

  constructor(othersMs: number) {
    this.#othersMs = othersMs;
  }

  now(): number {
    return this.#now;
  }

  used(): number {
    return this.#used;
  }

  work(milliseconds: number): void {
    this.#now += milliseconds;
    this.#used += milliseconds;
  }

  async turn(): Promise<void> {
    this.#now += 0.01;
    if (this.#now < this.#due) return;
    this.#due = this.#now + 20;
    this.turns += 1;
    this.work(this.#othersMs);
  }

  async sleep(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    while (this.#due < end) {
      this.#now = Math.max(this.#now, this.#due);
      await this.turn();
    }
    this.#now = Math.max(this.#now, end);
  }
}

/** How many slices of 4 ms the work got for each turn of others that are busy so long. */
async function slicesPerTurn(othersMs: number): Promise<number> {
  const loop = new EventLoop(othersMs);
  const slices = new TimeSlices(loop);
  let worked = 0;
  while (loop.turns < 1000) {
    loop.work(4);
    worked += 1;
    await slices.pauseWhenDue();
  }
  return worked / loop.turns;
}

test('takes what others leave of the processor, and a sixth where they leave nothing', async () => {
  expect(await slicesPerTurn(4)).toBeGreaterThan(2);
  const beside30 = await slicesPerTurn(30);
  expect(beside30).toBeGreaterThan(0.9);
  // A sixth of the processor: 6 ms beside their 30.
  expect(beside30).toBeLessThanOrEqual(1.5);
});
