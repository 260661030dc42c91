import { grown } from './grown.ts';

/** Numbers for what anime own several of, titles or sequences of words. Those given back are used again. */
export class OwnedNumbers {
  /** By number. */
  owners = new Uint32Array(64);
  /** By owner: one more than its first number; by number: one more than the owner's next one. */
  #firsts = new Uint32Array(64);
  #nexts = new Uint32Array(64);
  #count = 0;
  readonly #free: number[] = [];

  /** One more than the highest number. */
  get capacity(): number {
    return this.#count;
  }

  /** Numbers for so many things of an owner that has none, in their order. */
  take(owner: number, count: number): readonly number[] {
    if (owner >= this.#firsts.length) this.#firsts = grown(this.#firsts, owner + 1);
    const numbers = Array.from({ length: count }, () => this.#free.pop() ?? this.#count++);
    if (this.#count > this.owners.length) {
      this.owners = grown(this.owners, this.#count);
      this.#nexts = grown(this.#nexts, this.#count);
    }
    this.#firsts[owner] = (numbers[0] ?? -1) + 1;
    for (const [i, number] of numbers.entries()) {
      this.owners[number] = owner;
      this.#nexts[number] = (numbers[i + 1] ?? -1) + 1;
    }
    return numbers;
  }

  /** Takes all numbers of an owner back. @returns them in their order */
  release(owner: number): readonly number[] {
    const numbers: number[] = [];
    for (let next = this.#firsts[owner] ?? 0; next !== 0; next = this.#nexts[next - 1] as number)
      numbers.push(next - 1);
    this.#firsts[owner] = 0;
    this.#free.push(...numbers);
    return numbers;
  }
}
